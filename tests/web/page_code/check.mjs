/**
 * Checks the page's JavaScript with the TypeScript compiler. TYPESCRIPT is the folder of the installed package.
 *
 *   node check.mjs TYPESCRIPT types JSCONFIG          prints every type error as "path:line: message"
 *   node check.mjs TYPESCRIPT functions LIMIT FILE …  prints every function of more than LIMIT lines as "path:line: name, lines"
 *
 * The exit code is 1 if something was printed.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, relative, resolve } from "node:path";

const [typescript, command, ...rest] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(resolve(typescript));

/** A place in a file as editors and terminals understand it. */
function location(file, offset) {
  return `${relative(process.cwd(), file.fileName)}:${file.getLineAndCharacterOfPosition(offset).line + 1}`;
}

function typeErrors(path) {
  const { config, error } = ts.readConfigFile(path, ts.sys.readFile);
  if (error) return [ts.flattenDiagnosticMessageText(error.messageText, "\n")];
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(resolve(path)), {}, path);
  const found = [...errors, ...ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options))];
  return found.map(({ file, start, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, "\n");
    return file ? `${location(file, start)}: ${text}` : text;
  });
}

/** The functions of a file that have more than `limit` lines, counted from the first to the last, nested ones included. */
function longFunctions(path, limit) {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const line = (offset) => file.getLineAndCharacterOfPosition(offset).line;
  const found = [];
  function visit(node) {
    if (ts.isFunctionLike(node) && node.body) {
      const lines = line(node.getEnd()) - line(node.getStart(file)) + 1;
      const name = node.name?.getText(file) ?? node.parent.name?.getText(file) ?? "a function without a name";
      if (lines > limit) found.push(`${location(file, node.getStart(file))}: ${name}, ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  }
  visit(file);
  return found;
}

const found = command === "types" ? typeErrors(rest[0]) : rest.slice(1).flatMap((path) => longFunctions(path, Number(rest[0])));
for (const line of found) console.log(line);
process.exitCode = found.length ? 1 : 0;
