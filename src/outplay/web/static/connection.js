/**
 * The connection to the server: one WebSocket, any number of questions on it.
 *
 * A question keeps its number until its last answer has come. When the connection is lost it is made again, later and
 * later apart, and every question that has no last answer yet is asked again: the server knows no game, so nothing is
 * lost. Events: `open`, `lost` (with `detail.again`, the seconds until the next try).
 */

const FIRST_DELAY = 300;
const LONGEST_DELAY = 8000;
const PING_EVERY = 20000;
const PATIENCE = 10000;

export class Connection extends EventTarget {
  #address;
  #socket = null;
  #next = 1;
  /** @type {Map<number, {message: object, hear: (answer: object) => void, fail: (error: Error) => void}>} */
  #pending = new Map();
  #delay = FIRST_DELAY;
  #timer = 0;
  #heard = 0;

  constructor(address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`) {
    super();
    this.#address = address;
    this.#open();
    addEventListener("online", () => this.#retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#retry());
    setInterval(() => this.#ping(), PING_EVERY);
  }

  get connected() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Asks a question with one answer; rejects with the server's words if it refuses. */
  ask(what, fields = {}) {
    return this.stream(what, fields).done;
  }

  /**
   * Asks a question with many answers. `hear` gets each of them, the last one too; `done` is a promise of the last one.
   * `stop` ends it, and `done` then never settles.
   */
  stream(what, fields = {}, hear = () => {}) {
    const id = this.#next++;
    const message = { id, do: what, ...fields };
    const done = new Promise((resolve, reject) => {
      const fail = reject;
      const take = (answer) => {
        if (answer.error !== undefined) return reject(new Error(answer.error));
        hear(answer);
        if (answer.done) resolve(answer);
      };
      this.#pending.set(id, { message, hear: take, fail });
    });
    this.#send(message);
    const stop = () => {
      if (!this.#pending.delete(id)) return;
      if (this.connected) this.#send({ id: this.#next++, do: "stop", target: id });
    };
    return { done, stop };
  }

  #send(message) {
    if (this.connected) this.#socket.send(JSON.stringify(message));
  }

  #open() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#delay = FIRST_DELAY;
      this.#heard = Date.now();
      for (const { message } of this.#pending.values()) this.#send(message);
      this.dispatchEvent(new Event("open"));
    };
    socket.onmessage = (event) => {
      this.#heard = Date.now();
      const answer = JSON.parse(event.data);
      const question = this.#pending.get(answer.id);
      if (!question) return;
      if (answer.done) this.#pending.delete(answer.id);
      question.hear(answer);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  #lost() {
    const again = this.#delay * (0.75 + Math.random() / 2);
    this.#delay = Math.min(LONGEST_DELAY, this.#delay * 1.7);
    this.dispatchEvent(new CustomEvent("lost", { detail: { again: again / 1000 } }));
    this.#timer = setTimeout(() => this.#open(), again);
  }

  #retry() {
    if (this.#socket.readyState === WebSocket.CLOSED) this.#open();
  }

  /** A connection can die without a word; a question that must be answered finds out. */
  #ping() {
    if (!this.connected || document.hidden) return;
    const socket = this.#socket;
    const asked = Date.now();
    this.ask("ping").catch(() => {});
    setTimeout(() => {
      if (socket !== this.#socket || this.#heard >= asked) return;
      socket.onclose = null;
      socket.close();
      this.#lost();
    }, PATIENCE);
  }
}
