/**
 * The connection to the server: one WebSocket with any number of open questions.
 *
 * A question keeps its number until its last answer has come. A lost connection is opened again, with growing delays,
 * and every question without its last answer is asked again: the server keeps no state of a game, so nothing is lost.
 * Events: `open`, and `lost` (with `detail.again`, the seconds until the next attempt, and `detail.reason`, why the
 * server has no room for this page now, or "").
 */

/** Milliseconds. */
const FIRST_DELAY = 300;
const LONGEST_DELAY = 8000;
/** The close code of a server that has no room now; it says why. */
const TRY_AGAIN_LATER = 1013;
const PING_INTERVAL = 20000;
const PING_TIMEOUT = 10000;

/**
 * @typedef {Record<string, any>} Answer  the fields of a message from the server; the last of a question has `done`
 * @typedef {{done: Promise<Answer>, stop: () => void}} Question
 *   `done` is the last answer; after `stop()` it never settles
 */

export class Connection extends EventTarget {
  #address;
  /** @type {WebSocket | null} */
  #socket = null;
  #nextId = 1;
  /** @type {Map<number, {message: object, receive: (answer: Answer) => void}>} */
  #pending = new Map();
  #delay = FIRST_DELAY;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #lastReceived = 0;

  constructor(address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`) {
    super();
    this.#address = address;
    this.#open();
    addEventListener("online", () => this.#retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#retry());
    setInterval(() => this.#ping(), PING_INTERVAL);
  }

  get connected() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Asks a question with one answer; rejects with the server's message if it refuses.
   * @param {string} action
   * @param {object} fields
   */
  ask(action, fields = {}) {
    return this.stream(action, fields).done;
  }

  /**
   * Asks a question with many answers.
   * @param {string} action
   * @param {object} fields
   * @param {(answer: Answer) => void} onAnswer  called with each answer, the last one too
   * @returns {Question}
   */
  stream(action, fields = {}, onAnswer = () => {}) {
    const id = this.#nextId++;
    const message = { id, do: action, ...fields };
    /** @type {Promise<Answer>} */
    const done = new Promise((resolve, reject) => {
      /** @param {Answer} answer */
      const receive = (answer) => {
        if (answer.error !== undefined) return reject(new Error(answer.error));
        onAnswer(answer);
        if (answer.done) resolve(answer);
      };
      this.#pending.set(id, { message, receive });
    });
    this.#send(message);
    const stop = () => {
      if (!this.#pending.delete(id)) return;
      if (this.connected) this.#send({ id: this.#nextId++, do: "stop", target: id });
    };
    return { done, stop };
  }

  /** @param {object} message */
  #send(message) {
    if (this.connected) this.#socket?.send(JSON.stringify(message));
  }

  #open() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#delay = FIRST_DELAY;
      this.#lastReceived = Date.now();
      // The server closes pages that say nothing if it needs their places.
      this.#send({ id: this.#nextId++, do: "ping" });
      for (const { message } of this.#pending.values()) this.#send(message);
      this.dispatchEvent(new Event("open"));
    };
    socket.onmessage = (event) => {
      this.#lastReceived = Date.now();
      const answer = JSON.parse(event.data);
      const question = this.#pending.get(answer.id);
      if (!question) return;
      if (answer.done) this.#pending.delete(answer.id);
      question.receive(answer);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lost(event.code === TRY_AGAIN_LATER ? event.reason : "");
    };
  }

  /** @param {string} reason */
  #lost(reason = "") {
    if (reason) this.#delay = LONGEST_DELAY;
    const again = this.#delay * (0.75 + Math.random() / 2);
    this.#delay = Math.min(LONGEST_DELAY, this.#delay * 1.7);
    this.dispatchEvent(new CustomEvent("lost", { detail: { again: again / 1000, reason } }));
    // A hidden page leaves its place to others; it tries again when it is looked at.
    if (!(reason && document.hidden)) this.#timer = setTimeout(() => this.#open(), again);
  }

  #retry() {
    if (this.#socket?.readyState === WebSocket.CLOSED) this.#open();
  }

  /** Finds a connection that died without being closed: a ping that is not answered in time counts as a loss. */
  #ping() {
    if (!this.connected || document.hidden) return;
    const socket = this.#socket;
    const sent = Date.now();
    this.ask("ping").catch(() => {});
    setTimeout(() => {
      if (!socket || socket !== this.#socket || this.#lastReceived >= sent) return;
      socket.onclose = null;
      socket.close();
      this.#lost();
    }, PING_TIMEOUT);
  }
}
