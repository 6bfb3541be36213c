import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"

type Ensured = { created: boolean; address: Record<string, string> }

/** A proxy gateway that forwards every call but lost ones, and changes the addresses in the answers. */
export class AddressTamperer {
  /** Keeps a call from the gateway, without an answer. @default never */
  isLost: (method: string, path: string) => boolean = () => false
  lostCalls = 0

  /** Replacements for parts of an address; null changes nothing. */
  change: Record<string, string> | null = null

  private constructor(
    private readonly server: Server,
    readonly origin: string
  ) {}

  /** @param target origin of the sandbox */
  static async start(target: () => string): Promise<AddressTamperer> {
    const server = createServer()
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
    const { port } = server.address() as AddressInfo
    const tamperer = new AddressTamperer(server, `http://127.0.0.1:${port}`)
    server.on("request", (request, response) => {
      if (tamperer.isLost(request.method ?? "", request.url ?? "")) {
        tamperer.lostCalls++
        return
      }
      void tamperer.relay(target(), request).then(({ status, text }) => {
        response.writeHead(status, { "content-type": "application/json" })
        response.end(text)
      })
    })
    return tamperer
  }

  stop(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((done) => this.server.close(() => done()))
  }

  private async relay(target: string, request: IncomingMessage): Promise<{ status: number; text: string }> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const names = ["x-api-key", "content-type", "idempotency-key"]
    const headers = names.flatMap((name): [string, string][] => {
      const value = request.headers[name]
      return typeof value === "string" ? [[name, value]] : []
    })
    const method = request.method ?? "GET"
    const body = method === "GET" ? undefined : Buffer.concat(chunks)
    // The store calls before its suite knows the sandbox.
    if (target === "") return { status: 503, text: "{}" }
    const answer = await fetch(`${target}${request.url}`, { method, headers, body })
    const text = await answer.text()
    const isAddress = answer.ok && request.url?.endsWith("/addresses/ensure")
    return { status: answer.status, text: isAddress ? this.tamper(text) : text }
  }

  private tamper(text: string): string {
    const ensured = JSON.parse(text) as Ensured
    return JSON.stringify({ ...ensured, address: { ...ensured.address, ...this.change } })
  }
}
