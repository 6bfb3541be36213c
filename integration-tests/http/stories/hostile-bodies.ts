import { request } from "node:http"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { gzipSync } from "node:zlib"
import { eventually } from "../support/eventually"
import { paidBody, postBytes, signedHeaders } from "../support/hand-signed-webhook"
import { exchange } from "../support/raw-connection"
import { expectRefused, storedDeliveries } from "../support/refusals"
import type { StoreUnderTest } from "../support/store-suite"

const MIB = 1024 * 1024
const BODY = paidBody("inv_1")
const SWEPT = '{"event":"treasury.swept","data":{}}'
const BIG = Buffer.alloc(5 * MIB, "a")
const BOMB = gzipSync(Buffer.alloc(200 * MIB))

export function hostileBodiesStories(store: StoreUnderTest): void {
  it.each(["gzip", "deflate", "br", "GZIP"])("packed with %s are refused unread", async (encoding) => {
    const headers = { ...signedHeaders(store, BOMB), "content-encoding": encoding }
    await expectRefused(store, () => postBytes(store, BOMB, headers), 415, "encoding_unsupported")
  })

  it("from 300 senders at once, 5 MiB each, leave memory unchanged", async () => {
    const send = (index: number) =>
      postBytes(store, BIG, signedHeaders(store, ""), { isChunked: index % 2 === 0 })
    await Promise.all(Array.from({ length: 20 }, (_, index) => send(index)))

    setFlagsFromString("--expose-gc")
    const collect = runInNewContext("gc") as () => void
    const live = () => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const before = live()
    let peak = process.memoryUsage.rss()
    const atFirst = peak
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
    const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => send(index)))
    clearInterval(timer)
    const given = answers.map((answer) => `${answer.status} ${answer.json.code}`)
    expect(new Set(given)).toEqual(new Set(["413 body_too_large"]))
    // All of it together would be 1500 MiB.
    expect(peak - atFirst).toBeLessThan(400 * MIB)
    // Sockets closed while a machine is busy are released a little later.
    await eventually(async () => expect(live() - before).toBeLessThan(50 * MIB))
    expect(await storedDeliveries(store)).toEqual([])
  })

  it.each([
    ["without a signature", "x-webhook-signature", "", 401, "signature_missing"],
    ["with a signature of another form", "x-webhook-signature", "ab", 401, "signature_invalid"],
    ["with a timestamp of another form", "x-webhook-timestamp", "now", 401, "timestamp_invalid"],
    ["with an id of another form", "x-webhook-id", "../../etc", 400, "id_invalid"],
  ])("announced %s are refused before a byte of them is sent", async (_, name, value, status, code) => {
    const sent = Object.entries({ host: "x", ...signedHeaders(store, BODY), [name]: value })
    const lines = sent.map(([key, text]) => `${key}: ${String(text)}\r\n`).join("")
    const head = `POST /hooks/onchain HTTP/1.1\r\n${lines}content-length: ${BODY.length}\r\n\r\n`
    const startedAt = Date.now()
    const answer = await exchange(store, head)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toContain(code)
    expect(Date.now() - startedAt).toBeLessThan(5_000)
  })

  it("that are refused unread hide no other request", async () => {
    const hidden = rawPost(SWEPT, "")
    const answer = await exchange(store, rawPost(hidden, "content-encoding: gzip\r\n"))
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 415"])
    expect(await storedDeliveries(store)).toEqual([])
    expect(await exchange(store, hidden.replace("\r\n", "\r\nconnection: close\r\n"))).toContain("received")
    await store.quiet()
  })

  it("that stop half way are counted, and leave nothing behind", async () => {
    const rejected = async () => (await store.merchant.health()).webhooks.rejected.body_incomplete ?? 0
    const before = await rejected()
    const headers = { ...signedHeaders(store, BODY), "content-length": String(BODY.length + 10) }
    const sent = request(`${store.origin}/hooks/onchain`, { method: "POST", agent: false, headers })
    sent.on("error", () => undefined).write(BODY, () => sent.destroy())
    await eventually(async () => expect(await rejected()).toBe(before + 1))
    expect(await storedDeliveries(store)).toEqual([])
  })

  /** A whole request as text, validly signed. */
  function rawPost(body: string, moreHeaders: string): string {
    const headers = Object.entries({ host: "x", ...signedHeaders(store, body) })
    const lines = headers.map(([name, value]) => `${name}: ${String(value)}\r\n`).join("")
    return `POST /hooks/onchain HTTP/1.1\r\n${lines}${moreHeaders}content-length: ${body.length}\r\n\r\n${body}`
  }
}
