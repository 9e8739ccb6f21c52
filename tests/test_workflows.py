"""The files that others run: workflows, the container, forms and metadata. They are checked here, and run elsewhere."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from helpers.paths import ROOT, TESTS

import outplay

FORMS = ROOT / ".github"
WORKFLOWS = sorted((FORMS / "workflows").glob("*.yml"))
SCHEMAS = {
    "vendor.github-workflows": WORKFLOWS,
    "vendor.github-issue-forms": [FORMS / "ISSUE_TEMPLATE" / "bug.yml", FORMS / "ISSUE_TEMPLATE" / "wish.yml"],
    "vendor.github-issue-config": [FORMS / "ISSUE_TEMPLATE" / "config.yml"],
    "vendor.dependabot": [FORMS / "dependabot.yml"],
    "vendor.citation-file-format": [ROOT / "CITATION.cff"],
}


NOT_ON_WINDOWS = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "termios"}


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("schema", SCHEMAS)
def test_each_file_has_the_form_that_its_reader_wants(schema: str) -> None:
    pytest.importorskip("check_jsonschema", reason="the forms were not checked: check-jsonschema is not installed")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *map(str, SCHEMAS[schema])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout


def test_the_workflows_are_safe() -> None:
    zizmor = shutil.which("zizmor", path=str(Path(sys.executable).parent))
    if not zizmor:
        pytest.skip("the workflows were not checked for safety: zizmor is not installed")
    command = [zizmor, "--offline", "--no-progress", str(FORMS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_is_pinned_by_its_commit_and_no_workflow_may_more_than_its_jobs_say(path: Path) -> None:
    text = text_of(path)
    for used in re.findall(r"uses: (\S+)", text):
        assert used.startswith("./") or re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", used), used
    assert "\npermissions: {}\n" in text
    assert text.count("persist-credentials: false") == text.count("actions/checkout@")


def test_an_action_has_the_same_commit_everywhere() -> None:
    pins: dict[str, set[str]] = {}
    for path in WORKFLOWS:
        for action, commit in re.findall(r"uses: ([\w/-]+)@(\w+ # \S+)", text_of(path)):
            pins.setdefault(action, set()).add(commit)
    assert pins
    assert all(len(commits) == 1 for commits in pins.values()), pins


def test_the_tests_run_on_every_python_and_system_that_the_metadata_name() -> None:
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    for workflow in ("tests", "release"):  # the second installs the wheel and the sdist
        matrix = re.search(r"python: \[(.*)\]", text_of(FORMS / "workflows" / f"{workflow}.yml"))
        assert matrix
        assert re.findall(r"3\.\d+", matrix[1]) == named
    for system in ("ubuntu", "macos", "windows"):
        assert f"{system}-" in text_of(FORMS / "workflows" / "tests.yml")


def imported(path: Path) -> set[str]:
    """The modules that a test file needs before its first test, with those of the helpers that it imports."""
    found: set[str] = set()
    for node in ast.parse(text_of(path)).body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module or ""}
    helpers = (TESTS / f"{name.replace('.', '/')}.py" for name in found if name.startswith("helpers."))
    return found.union(*(imported(helper) for helper in helpers if helper.exists()))


def test_what_is_tested_on_every_system_needs_what_is_installed_there() -> None:
    """A module that is missing would end the whole run, before any test."""
    folders = set(re.findall(r"tests/(\w+)(?= |$)", text_of(FORMS / "workflows" / "tests.yml"), re.MULTILINE))
    assert {"core", "solve"} <= folders
    pinned = set(re.findall(r"^([\w.-]+)==", text_of(ROOT / "requirements" / "test.txt"), re.MULTILINE))
    packages = packages_distributions()
    everywhere = sys.stdlib_module_names - NOT_ON_WINDOWS | {"helpers", "outplay"}
    for path in [TESTS / "conftest.py", *(path for folder in folders for path in (TESTS / folder).rglob("*.py"))]:
        for module in {name.partition(".")[0] for name in imported(path)} - everywhere:
            assert {name.lower() for name in packages.get(module, [])} & pinned, f"{path.name} imports {module}"


@pytest.mark.parametrize("path", [*WORKFLOWS, ROOT / "Dockerfile"], ids=lambda path: path.name)
def test_the_files_and_targets_that_are_named_exist(path: Path) -> None:
    text = text_of(path)
    targets = re.findall(r"^([a-z-]+):", text_of(ROOT / "Makefile"), re.MULTILINE)
    assert set(re.findall(r"\bmake ([a-z-]+)", text)) <= {*targets, "docs"}
    for name in re.findall(r"\b(?:requirements|tests)/[\w./]+", text):
        assert (ROOT / name).exists(), name
    for sources in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE):
        for name in sources.split():
            assert (ROOT / name).exists(), name
            assert f"!{name}\n" in text_of(ROOT / ".dockerignore"), f"{name} is not sent to the builder"


def test_the_container_runs_as_nobody_and_answers_when_asked_whether_it_lives() -> None:
    text = text_of(ROOT / "Dockerfile")
    assert re.search(r"^USER [1-9]\d+:[1-9]\d+$", text, re.MULTILINE)
    assert "HEALTHCHECK" in text
    assert "--require-hashes" in text


def test_the_version_is_the_same_wherever_it_stands() -> None:
    cited = text_of(ROOT / "CITATION.cff")
    heading = re.search(r"^## (\S+) \((\d{4}-\d\d-\d\d)\)$", text_of(ROOT / "CHANGELOG.md"), re.MULTILINE)
    assert heading
    assert heading[1] == outplay.__version__
    assert f"version: {heading[1]}\n" in cited
    assert f'date-released: "{heading[2]}"\n' in cited
