import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage } from "node:http"
import { extname, join } from "node:path"
import { build } from "esbuild"
import { type Login, tokenOf } from "./shopper/log-in"
import { createWallet } from "./shopper/wallet"
import { admin, colleague, customer } from "./store/accounts"

const directory = join(__dirname, "storefront")
const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
}

/** Settings of the storefront. */
export interface StorefrontSettings {
  storeUrl: string
  publishableKey: string
  sandboxOrigin: string
}

/** Users whom a link signs in. A real shop has no such links. */
const users: Record<string, Login> = { admin, grace: colleague }

/**
 * Bundles and serves the storefront on its own origin, as in production. `/wallet` sends sandbox payments for
 * the panel, because a browser cannot call the sandbox cross-origin. `/sign-in/admin?to=/app/onchain` opens the dashboard signed
 * in: a cookie of localhost is valid on every port.
 */
export async function serveStorefront(port: number, settings: StorefrontSettings) {
  const { sandboxOrigin, ...config } = settings
  const script = await bundle({ ...config, customer })
  const wallet = createWallet(sandboxOrigin)

  const answers: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
    "POST /wallet/actions": async (request) => wallet.actions(await readJson(request)),
    "POST /wallet/send": async (request) => wallet.send(await readJson(request)),
  }

  function readAsset(path: string): string {
    if (path === "/shop.js") return script
    // Every page is the same document; the script routes by path.
    if (extname(path) === "") return readFileSync(join(directory, "index.html"), "utf8")
    const [, file] = /^\/((?:pictures\/)?[a-z]+\.(?:css|svg))$/.exec(path) ?? []
    if (file === undefined) throw new Error("Not found")
    return readFileSync(join(directory, file), "utf8")
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
    const [, name = ""] = /^\/sign-in\/(\w+)$/.exec(pathname) ?? []
    const user = users[name]
    if (user) {
      const target = new URL(searchParams.get("to") ?? "/app/onchain", settings.storeUrl)
      const location = target.origin === settings.storeUrl ? target.href : settings.storeUrl
      signIn(settings.storeUrl, user).then(
        (cookie) => response.writeHead(302, { location, "set-cookie": cookie }).end(),
        (error: unknown) => response.writeHead(502).end(String(error))
      )
      return
    }
    const answer = answers[`${request.method} ${pathname}`]
    const body = answer
      ? answer(request).then((value) => JSON.stringify(value))
      : Promise.resolve(pathname).then(readAsset)
    const type = answer ? types[".json"] : (types[extname(pathname)] ?? types[".html"])
    body.then(
      (text) => response.writeHead(200, { "content-type": type }).end(text),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error)
        response.writeHead(answer ? 400 : 404, { "content-type": "application/json" })
        response.end(JSON.stringify({ message }))
      }
    )
  })
  await once(server.listen(port), "listening")
  return {
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

/** @returns the cookies of a session of the dashboard */
async function signIn(storeUrl: string, login: Login): Promise<string[]> {
  const headers = { authorization: `Bearer ${await tokenOf(storeUrl, "user", login)}` }
  const answer = await fetch(`${storeUrl}/auth/session`, { method: "POST", headers })
  if (!answer.ok) throw new Error(`The session was answered with ${answer.status}`)
  return answer.headers.getSetCookie()
}

async function bundle(config: object): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(directory, "main.tsx")],
    bundle: true,
    format: "esm",
    minify: true,
    write: false,
    jsx: "automatic",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"', SETTINGS: JSON.stringify(config) },
  })
  const [file] = outputFiles
  if (!file) throw new Error("The storefront was not bundled")
  return file.text
}

/** @throws Error for a request from another site: it cannot send JSON, and `Host` gives it away */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const { host = "", "content-type": type = "" } = request.headers
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)) throw new Error("Open the shop as localhost")
  if (!type.startsWith("application/json")) throw new Error("JSON is expected")
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString("utf8"))
}
