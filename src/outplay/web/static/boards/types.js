/**
 * The types of boards: what the server says of a position (`src/outplay/core/boards`), and what a drawing can do.
 *
 * @typedef {0 | 1} Side  the first player or the second
 * @typedef {number | string} Target  a part of the board that can be clicked: the number of a cell or an edge, a pit as
 *   "0:2", or a kind of piece in hand as "hand:0:P"
 * @typedef {{move: string, targets: Target[][], label?: string}} Legal  a legal move and the clicks that make it, in
 *   their order; of each, the targets of which any will do. If it has none, or the same ones as another move, a button
 *   with its label makes it
 * @typedef {{last: Target[], captured: Target[], winning: Target[], path: Target[]}} Highlights  what the last move
 *   touched, what else it changed, the cells that won, and the way of a piece that travelled
 * @typedef {{winner: Side | null, margin: number, reason: string, ending?: string}} Outcome
 *
 * @typedef {{
 *   family: string, rows: number, columns: number, cells: string, symbols: string, roles: Record<string, string>,
 *   shown: Record<string, string>, row_labels: string[], column_labels: string[], by_column: boolean,
 *   with_turn: boolean, caption: string, look: string, hands?: Hand[][],
 * }} GridDescription  `GridDescription` in grid_svg.py says what each means
 * @typedef {{target: Target, symbol: string, count: number, role: string}} Hand  a kind of piece in hand
 * @typedef {GridDescription & {goals: Record<string, string>}} HexDescription  `goals` says whose the sides are: top,
 *   bottom, left and right
 * @typedef {{
 *   family: "edges", rows: number, columns: number, edges: string, boxes: string, symbols: string,
 *   roles: Record<string, string>, shown: Record<string, string>, row_labels: string[], column_labels: string[],
 *   with_turn: boolean, caption: string,
 * }} EdgesDescription  `EdgesDescription` in edges_svg.py says what each means
 * @typedef {{houses: number[], store: number}} PitsSide
 * @typedef {{
 *   family: "pits", houses: number, sides: PitsSide[], words: string[], tally: number[], to_move: Side,
 * }} PitsDescription  `PitsDescription` in pits_svg.py says what each means
 * @typedef {{family: "plain", text: string}} PlainDescription
 * @typedef {{from?: string, to?: string, capture?: string[], sweep?: string[], swap?: boolean}} SowingFrame
 *
 * @typedef {{
 *   game: string, rules: string, title: string, family: string, palette: string, editable: boolean,
 *   start: string | null, position: string, to_move: Side, players: [string, string], moves: string[], movers: Side[],
 *   legal: Legal[], outcome: Outcome | null, last: string | null, board: any, highlights: Highlights,
 *   animation: SowingFrame[] | null,
 * }} View  a position; `board` is a description of its family
 *
 * @typedef {{
 *   onMove?: ((move: string) => void) | null, small?: boolean, flat?: boolean,
 * }} Options  `onMove` is called with the legal move that was clicked; `small` leaves out labels and play; `flat` keeps
 *   a mancala board horizontal however narrow it gets
 * @typedef {{
 *   move: string, kind: "win" | "good" | "even" | "draw" | "bad" | "loss", strength: number, best: boolean,
 *   text: string,
 * }} Hint  what a move is worth to the side to move: proven (win, draw, loss) or estimated, how strongly from 0 to 1,
 *   whether no other is better, and in a few letters how far away a proven end is
 * @typedef {{
 *   playable?: boolean, hints?: Hint[], preview?: boolean, bottom?: Side, animate?: boolean,
 *   says?: (target: any) => string,
 * }} Extras  whether moves can be made now; the values of moves, the best first; whether this is only looked at; who
 *   sits at the lower side; whether to animate; what a click on a target does, in words for screen readers (if not
 *   given, that it plays there)
 * @typedef {{
 *   element: Element, show: (view: View, extras?: Extras) => Promise<void> | void, focus: () => void,
 * }} Drawing  a board on the page: its element, and how it shows another position of the same game
 */

export {};
