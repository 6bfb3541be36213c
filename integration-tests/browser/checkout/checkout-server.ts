import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bundleElement } from "../../../scripts/package/build-checkout"
import { pagePolicy, renderPaymentPage } from "../../../src/checkout/payment-page/payment-page"
import { checkoutStyle } from "../../../src/checkout/view/style"
import type { Words } from "../../../src/checkout/view/words"
import { ENGLISH, SRC } from "../../../src/checkout/view/__tests__/sample-checkout"
import { OPTIONS } from "../../../src/checkout/view/__tests__/sample-states"
import type {
  OnchainCheckout,
  OnchainPaymentOptionsResponse,
  OnchainTransferAuthorization,
} from "../../../src/types/http"

const NONCE = "n0nce"

/**
 * Serves one payment like the store's routes, with states a real payment reaches slowly or never. Page, script and policy are
 * the real ones.
 */
export class CheckoutServer {
  origin = ""
  words: Words = ENGLISH
  /** Bodies of calls that change something, in order. */
  readonly posts: { path: string; body: string }[] = []
  /** Result of opening an attempt. */
  attempt: ((rail: string) => OnchainCheckout) | null = null
  /** Delays the script until this resolves. */
  untilScript: Promise<void> | null = null
  /** Delays the opening of attempts until this resolves. */
  untilOpened: Promise<void> | null = null
  /** Delays the answer to an opening until this resolves; listening pages already have the update. */
  untilAnswered: Promise<void> | null = null
  options: OnchainPaymentOptionsResponse = OPTIONS
  /** How often the part that asks for signatures was loaded. */
  partsLoaded = 0
  /** With `false` the stream responds with 404, as behind a proxy that refuses it. */
  hasStream = true
  /** Answers of the next calls that prepare or send a signature; 409 when empty. */
  readonly authorizations: OnchainTransferAuthorization[] = []
  /** Answers of the next claims; 200 when empty. */
  readonly claimStatuses: number[] = []
  private current!: OnchainCheckout
  private readonly streams = new Set<ServerResponse>()
  private readonly server = createServer((req, res) => void this.answer(req, res))
  private script = ""
  private part = ""

  static async start(): Promise<CheckoutServer> {
    const checkouts = new CheckoutServer()
    const file = join(tmpdir(), `onchain-checkout-${process.pid}.mjs`)
    await bundleElement(process.cwd(), file)
    checkouts.script = readFileSync(file, "utf8")
    await bundleElement(process.cwd(), file, "onchain-authorization")
    checkouts.part = readFileSync(file, "utf8")
    await new Promise<void>((resolve) => checkouts.server.listen(0, "127.0.0.1", resolve))
    const address = checkouts.server.address()
    if (address === null || typeof address === "string") throw new Error("the server has no port")
    checkouts.origin = `http://localhost:${address.port}`
    return checkouts
  }

  get pageUrl(): string {
    return `${this.origin}${SRC}`
  }

  /** Changes the payment, and sends it to every open page. */
  show(checkout: OnchainCheckout): void {
    const now = new Date()
    const left = checkout.payment.expires_at
      ? Date.parse(checkout.payment.expires_at) - Date.parse(checkout.server_time)
      : null
    const expires_at = left === null ? null : new Date(now.getTime() + left).toISOString()
    const payment = { ...checkout.payment, expires_at }
    const version = createHash("sha256").update(JSON.stringify(payment)).digest("hex").slice(0, 16)
    this.current = { ...checkout, payment, server_time: now.toISOString(), version }
    for (const stream of this.streams) this.push(stream)
  }

  /** Resets everything between stories. */
  reset(words: Words): void {
    this.dropStreams()
    this.posts.length = 0
    this.claimStatuses.length = 0
    this.authorizations.length = 0
    Object.assign(this, { words, attempt: null, options: OPTIONS, hasStream: true, partsLoaded: 0 })
    Object.assign(this, { untilScript: null, untilOpened: null, untilAnswered: null })
  }

  dropStreams(): void {
    for (const stream of this.streams) stream.destroy()
    this.streams.clear()
  }

  async stop(): Promise<void> {
    this.dropStreams()
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private push(stream: ServerResponse): void {
    stream.write(`id: ${this.current.version}\nevent: checkout\ndata: ${JSON.stringify(this.now())}\n\n`)
  }

  private now(): OnchainCheckout {
    return { ...this.current, server_time: new Date().toISOString() }
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url ?? "/", this.origin)
    const json = (value: unknown, status = 200) => {
      res.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" })
      res.end(JSON.stringify(value))
    }
    if (pathname === "/element.js") {
      await this.untilScript
      res.writeHead(200, { "content-type": "text/javascript" })
      return void res.end(this.script)
    }
    if (pathname === "/onchain-authorization.mjs") {
      this.partsLoaded++
      res.writeHead(200, { "content-type": "text/javascript" })
      return void res.end(this.part)
    }
    if (pathname === "/embedded") return this.answerEmbedded(res)
    if (pathname === SRC) return this.answerPage(res, searchParams.has("choose"))
    if (pathname === `${SRC}/status`) return json(this.now())
    if (pathname === `${SRC}/options`) return json(this.options)
    if (pathname === `${SRC}/presentation`) return json({ words: this.words, style: checkoutStyle(null) })
    if (pathname === `${SRC}/events`) return this.answerStream(res)
    if (req.method !== "POST") return json({}, 404)
    const body = await readBody(req)
    this.posts.push({ path: pathname.slice(SRC.length), body })
    const isJson = req.headers["content-type"]?.startsWith("application/json")
    if (pathname === `${SRC}/claims`) {
      if (isJson) return json({ claim: JSON.parse(body) as unknown }, this.claimStatuses.shift() ?? 200)
      return returnToPage(res)
    }
    if (pathname === `${SRC}/authorizations`) {
      const answer = this.authorizations.shift()
      if (answer?.state === "unknown")
        this.show({ ...this.current, payment: { ...this.current.payment, is_signed: true } })
      return json(answer ?? { code: "not_offered" }, answer ? 200 : 400)
    }
    const rail = isJson ? (JSON.parse(body) as { rail: string }).rail : new URLSearchParams(body).get("rail")
    if (!this.attempt) return json({ code: "checkout_throttled" }, 429)
    await this.untilOpened
    this.show(this.attempt(rail ?? ""))
    const opened = this.now()
    await this.untilAnswered
    return isJson ? json(opened) : returnToPage(res)
  }

  private answerStream(res: ServerResponse): void {
    if (!this.hasStream) {
      res.writeHead(404)
      return void res.end()
    }
    res.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
    this.streams.add(res)
    res.on("close", () => this.streams.delete(res))
    this.push(res)
  }

  private answerPage(res: ServerResponse, isChoosing: boolean): void {
    const { shop, payment } = this.current
    res.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": pagePolicy({ nonce: NONCE, logoUrl: shop.logo_url, framedBy: [] }),
    })
    res.end(
      renderPaymentPage({
        checkout: this.now(),
        words: this.words,
        options: isChoosing || payment.status === "choose" ? this.options : null,
        src: SRC,
        notice: null,
        nonce: NONCE,
        scriptPath: "/element.js",
        isRedirectedAfterPaid: false,
      })
    )
  }

  /** A shop's page with its own theme, without server rendering. */
  private answerEmbedded(res: ServerResponse): void {
    res.writeHead(200, { "content-type": "text/html; charset=utf-8" })
    res.end(`<!doctype html><html lang="en"><head><title>A shop</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
      <style>onchain-checkout { --onchain-accent: #7a0f3c; --onchain-on-accent: #fff; } onchain-checkout::part(card) { border-radius: 2px; }</style>
      <script type="module" src="/element.js"></script></head><body><main><h1>Pay</h1>
      <onchain-checkout src="${SRC}" return-url="https://shop.example/back"><button slot="wallet">WalletConnect</button></onchain-checkout></main></body></html>`)
  }
}

function returnToPage(res: ServerResponse): void {
  res.writeHead(303, { location: SRC })
  res.end()
}

async function readBody(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(part as Buffer)
  return Buffer.concat(parts).toString("utf8")
}
