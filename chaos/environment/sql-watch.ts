import type { Tap } from "./tcp-proxy"

/** A statement that a client sent, before Postgres sees it. */
export interface Statement {
  text: string
  /** Whether a transaction was open. */
  isInTransaction: boolean
  /** Writes of the transaction before this statement; those of the statement itself outside of one. */
  writes: readonly string[]
  /** How many rows it wrote or returned, once Postgres has carried it out. */
  rows?: number
}

/**
 * What happens to a statement: it passes; its connection is cut before Postgres sees it; or Postgres carries it out and the connection
 * is cut before the client has the answer.
 */
export type StatementFate = "pass" | "cut" | "lose_answer"

/** Reads the statements of one store process. */
export interface SqlWatch {
  tap(): Tap
  /**
   * Decides about the next statements, until it says something else than `pass`.
   *
   * @returns the statement that met its fate, after that, or undefined when the signal came first
   */
  strike(decide: (statement: Statement) => StatementFate, signal: AbortSignal): Promise<Statement | undefined>
  /** Resolves when Postgres has carried out a statement that matches. @returns undefined when the signal came first */
  carriedOut(matches: (statement: Statement) => boolean, signal: AbortSignal): Promise<Statement | undefined>
}

const WRITE =
  /^\s*(?:\/\*.*?\*\/\s*)*(?:insert|update|delete|with\b[\s\S]*\b(?:insert into|update|delete from))\b/i
const COMMIT = /^\s*(?:commit|end)\b/i
const HEADER_BYTES = 5

/** Whether a statement ends its transaction and keeps its writes. */
export const isCommit = ({ text }: Statement): boolean => COMMIT.test(text)

export function createSqlWatch(): SqlWatch {
  type Strike = { decide(statement: Statement): StatementFate; done(statement: Statement): void }
  type Wait = { matches(statement: Statement): boolean; done(statement: Statement): void }
  const strikes = new Set<Strike>()
  const waits = new Set<Wait>()

  /** One connection. */
  const tap = (): Tap => {
    let isStarted = false
    let isInTransaction = false
    let writes: string[] = []
    let doomed: { strike: Strike; statement: Statement } | undefined
    const running: Statement[] = []
    let rows = 0
    const [client, server] = [createReader(), createReader()]

    const isCut = (text: string): boolean => {
      const statement: Statement = {
        text,
        isInTransaction,
        writes: WRITE.test(text) && !isInTransaction ? [text] : [...writes],
      }
      for (const strike of strikes) {
        const fate = doomed ? "pass" : strike.decide(statement)
        if (fate === "pass") continue
        strikes.delete(strike)
        if (fate === "cut") {
          strike.done(statement)
          return true
        }
        doomed = { strike, statement }
        break
      }
      running.push(statement)
      if (WRITE.test(text)) writes.push(text)
      return false
    }
    return {
      fromClient(bytes) {
        if (!isStarted) {
          // The first message has no type; nothing of it matters.
          isStarted = true
          return bytes
        }
        const { messages, complete } = client.read(bytes)
        for (const { type, body } of messages) {
          const text = sqlOf(type, body)
          if (text !== undefined && text !== "" && isCut(text)) return null
        }
        return complete
      },
      fromServer(bytes) {
        const { messages, complete } = server.read(bytes)
        for (const { type, body } of messages) {
          if (type === "C") rows = Number(/\d+(?=\0$)/.exec(body.toString("latin1"))?.[0] ?? 0)
          if (type !== "Z") continue
          // Ready for the next: idle, in a transaction, or in a failed one.
          isInTransaction = body.toString("latin1") !== "I"
          if (!isInTransaction) writes = []
          if (doomed) {
            doomed.strike.done(doomed.statement)
            return null
          }
          const done = running.splice(0).map((statement) => ({ ...statement, rows }))
          for (const statement of done)
            for (const wait of waits) if (wait.matches(statement)) wait.done(statement)
        }
        return complete
      },
    }
  }

  const until = <Kind extends { done(statement: Statement): void }>(
    set: Set<Kind>,
    create: (done: Kind["done"]) => Kind,
    signal: AbortSignal
  ) =>
    new Promise<Statement | undefined>((resolve) => {
      const item = create((statement) => finish(statement))
      const finish = (statement?: Statement) => {
        set.delete(item)
        signal.removeEventListener("abort", onAbort)
        resolve(statement)
      }
      const onAbort = () => finish()
      if (signal.aborted) return resolve(undefined)
      signal.addEventListener("abort", onAbort, { once: true })
      set.add(item)
    })
  return {
    tap,
    strike: (decide, signal) => until<Strike>(strikes, (done) => ({ decide, done }), signal),
    carriedOut: (matches, signal) => until<Wait>(waits, (done) => ({ matches, done }), signal),
  }
}

/** The SQL of a simple query or of a parsed statement. */
function sqlOf(type: string, body: Buffer): string | undefined {
  if (type === "Q") return body.toString("utf8", 0, body.indexOf(0))
  if (type !== "P") return undefined
  const nameEnd = body.indexOf(0)
  return body.toString("utf8", nameEnd + 1, body.indexOf(0, nameEnd + 1))
}

interface Message {
  type: string
  body: Buffer
}

/** Splits a stream of the Postgres protocol into messages, and keeps the beginning of an incomplete one. */
function createReader() {
  let rest = Buffer.alloc(0)
  return {
    read(bytes: Buffer): { messages: Message[]; complete: Buffer } {
      const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
      const messages: Message[] = []
      let offset = 0
      while (offset + HEADER_BYTES <= all.length) {
        const end = offset + 1 + all.readUInt32BE(offset + 1)
        if (end > all.length) break
        messages.push({
          type: String.fromCharCode(all[offset] ?? 0),
          body: all.subarray(offset + HEADER_BYTES, end),
        })
        offset = end
      }
      rest = Buffer.from(all.subarray(offset))
      return { messages, complete: all.subarray(0, offset) }
    },
  }
}
