"""A page that shows a notebook's board as a notebook does: the widget's script, its style, and a model whose messages
reach the real widget in this process."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from outplay.bridges.notebook import NotebookBoard

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A notebook</title>
<style>%s</style><body %s>
<script type="module">
const {default: widget} = await import(URL.createObjectURL(new Blob([%s], {type: "text/javascript"})));
const found = %s, heard = {};
window.boards = [];
for (const [index, values] of found.entries()) {
  const model = {
    get: (key) => values[key],
    on: (event, callback) => ((heard[index] ??= []).push(callback)),
    off: (event, callback) => (heard[index] = heard[index].filter((one) => one !== callback)),
    send: async (message) => {
      values.state = await window.kernel(index, message);
      for (const callback of heard[index]) callback();
    },
  };
  const el = document.createElement("div");
  el.className = "output";
  document.body.append(el);
  window.boards.push({end: widget.render({model, el}), model, heard});
}
window.ready = true;
</script>"""


def show(page: Page, boards: list[NotebookBoard], folder: Path, body: str = "") -> list[str]:
    """Opens the boards on one page; returns the list of what the page complains about."""
    import json

    def kernel(index: int, message: Any) -> Any:
        boards[index].hear(message)
        return boards[index].wait().widget.state

    complaints = list[str]()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.expose_function("kernel", kernel)
    values = [{"state": board.wait().widget.state, "sheet": board.widget.sheet} for board in boards]
    widget = boards[0].widget
    parts = (widget._css, body, json.dumps(str(widget._esm)), json.dumps(values))
    path = folder / "notebook.html"
    path.write_text(PAGE % tuple(part.replace("</", "<\\/") if part.startswith(('"', "[")) else part for part in parts))
    page.goto(path.as_uri())
    page.wait_for_function("window.ready")
    return complaints
