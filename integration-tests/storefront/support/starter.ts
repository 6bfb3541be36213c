import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { z } from "zod"
import { logTail, startTiedProcess, type TiedProcess } from "../../../scripts/process/tied-process"
import { waitUntil } from "../../../scripts/process/wait-until"

/** Excluded from the copy, so it is installed and built as freshly unpacked. */
const NOT_COPIED = ["node_modules", ".next", ".git"]
const START_TIMEOUT_MS = 60_000
const Manifest = z.object({ packageManager: z.string().regex(/^pnpm@[\d.]+/) })

/** A copy of Medusa's starter in its own folder. */
export type Starter = {
  /** The storefront's folder. */
  storefront: string
  install: () => Promise<void>
  /** The packed plugin's command. */
  addCrypto: () => Promise<void>
  build: () => Promise<void>
  start: (port: number) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Copies or unpacks the starter.
 *
 * @param source the unpacked starter, the folder around it, its tarball, or the folder of its tarball (`STARTER_DIR`)
 * @param work empty folder for the starter and its command output
 * @param env see {@link starterEnvironment}
 * @throws Error when there is no starter
 */
export async function prepareStarter(
  source: string | undefined,
  work: string,
  env: Record<string, string>
): Promise<Starter> {
  if (!source || !existsSync(source))
    throw new Error(`STARTER_DIR: ${source ? `there is no ${source}` : "missing"}`)
  const running: TiedProcess[] = []
  const launch = (name: string, command: string, args: string[], cwd: string) => {
    const logFile = join(work, `${name}.log`)
    const child = startTiedProcess({ name, command, args, cwd, env: { ...inherited(), ...env }, logFile })
    running.push(child)
    return child
  }
  const run = async (name: string, command: string, args: string[], cwd: string) => {
    const child = launch(name, command, args, cwd)
    const code = await child.exited
    if (code !== 0) throw new Error(`${name} ended with ${code}. Its last output:\n${logTail(child.logFile)}`)
  }

  const root = join(work, "starter")
  const tarball = findTarball(source)
  if (tarball) {
    mkdirSync(root)
    await run("unpack", "tar", ["-xzf", tarball, "--strip-components=1", "-C", root], root)
  } else {
    cpSync(findStarter(source), root, {
      recursive: true,
      filter: (file) => !NOT_COPIED.includes(basename(file)),
    })
  }
  const storefront = join(root, "apps", "storefront")
  const { packageManager } = Manifest.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")))
  const next = join(storefront, "node_modules", ".bin", "next")
  return {
    storefront,
    install: () =>
      run(
        "install",
        "npx",
        ["--yes", packageManager, "install", "--frozen-lockfile", "--filter", "./apps/storefront"],
        root
      ),
    addCrypto: () =>
      run("storefront-add", process.execPath, [pluginCommand(), "storefront", "add", root, "--yes"], root),
    build: () => run("next-build", next, ["build"], storefront),
    async start(port) {
      const server = launch("next-start", next, ["start", "-p", String(port)], storefront)
      let endedWith: number | undefined
      void server.exited.then((code) => (endedWith = code))
      const isUp = async () => {
        if (endedWith !== undefined)
          throw new Error(`next start ended with ${endedWith}:\n${logTail(server.logFile)}`)
        return (await fetch(`http://localhost:${port}`).catch(() => null)) && true
      }
      await waitUntil("the storefront to start", isUp, { timeoutMs: START_TIMEOUT_MS })
    },
    async stop() {
      await Promise.all(running.map((child) => child.stop()))
    },
  }
}

/** Environment of the storefront's build and server. */
export function starterEnvironment(urls: { store: string; storefront: string; publishableKey: string }) {
  return {
    NEXT_PUBLIC_MEDUSA_BACKEND_URL: urls.store,
    NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY: urls.publishableKey,
    NEXT_PUBLIC_BASE_URL: urls.storefront,
    NEXT_PUBLIC_DEFAULT_REGION: "us",
    NEXT_TELEMETRY_DISABLED: "1",
  }
}

function findTarball(source: string): string | undefined {
  if (statSync(source).isFile()) return resolve(source)
  const [file, another] = readdirSync(source).filter((name) => name.endsWith(".tar.gz"))
  if (another !== undefined) throw new Error(`STARTER_DIR: ${source} has several archives: name one of them`)
  return file && resolve(source, file)
}

function findStarter(source: string): string {
  const places = [source, ...readdirSync(source).map((name) => join(source, name))]
  const found = places.find((place) => existsSync(join(place, "apps", "storefront", "package.json")))
  if (!found) throw new Error(`STARTER_DIR: neither ${source} nor a folder in it holds apps/storefront`)
  return resolve(found)
}

const pluginCommand = () =>
  join(process.cwd(), "node_modules", "medusa-payment-onchain", ".medusa", "server", "src", "cli", "index.js")

/** Keeps the caller's npm settings, such as the registry, but not those of this run. */
function inherited(): Record<string, string | undefined> {
  const { NODE_OPTIONS: _options, NODE_ENV: _mode, JEST_WORKER_ID: _worker, ...rest } = process.env
  return rest
}
