import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { z } from "zod"
import { logTail, startTiedProcess, type TiedProcess } from "../../../scripts/process/tied-process"
import { waitUntil } from "../../../scripts/process/wait-until"

/** Excluded from the copy, so it is installed and built as freshly unpacked. */
const NOT_COPIED = ["node_modules", ".next", ".git"]
const START_TIMEOUT_MS = 60_000
const Manifest = z.object({ packageManager: z.string().regex(/^(pnpm|yarn)@[\d.]+/) })

/** Medusa's starters: the folder of the storefront, that of the lockfile, and how to install it. */
const layouts = {
  DTC: {
    storefront: "apps/storefront",
    root: ".",
    install: ["install", "--frozen-lockfile", "--filter", "./apps/storefront"],
  },
  // Its lockfile is out of date: yarn has to change it.
  B2B: { storefront: "storefront", root: "storefront", install: ["install", "--no-immutable"] },
} as const

export type StarterKind = keyof typeof layouts

const kinds = ["DTC", "B2B"] as const satisfies readonly StarterKind[]

/** An archive, or an unpacked folder. */
type FoundStarter = { kind: StarterKind; source: string }

/** A copy of one of Medusa's starters in its own folder. */
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
 * Copies or unpacks a starter.
 *
 * @param found one of {@link findStarters}
 * @param work empty folder for the starter and its command output
 * @param env see {@link starterEnvironment}
 */
export async function prepareStarter(
  { kind, source }: FoundStarter,
  work: string,
  env: Record<string, string>
): Promise<Starter> {
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
  if (statSync(source).isFile()) {
    mkdirSync(root)
    await run("unpack", "tar", ["-xzf", source, "--strip-components=1", "-C", root], root)
  } else {
    cpSync(source, root, {
      recursive: true,
      filter: (file) => !NOT_COPIED.includes(basename(file)),
    })
  }
  const layout = layouts[kind]
  const storefront = join(root, layout.storefront)
  const manifest = join(root, layout.root, "package.json")
  const [manager] = Manifest.parse(JSON.parse(readFileSync(manifest, "utf8"))).packageManager.split("+")
  const next = join(storefront, "node_modules", ".bin", "next")
  return {
    storefront,
    install: () =>
      run(
        "install",
        "npx",
        // On npm, `yarn` is the old Yarn 1.
        ["--yes", `${manager}`.replace(/^yarn@/, "@yarnpkg/cli-dist@"), ...layout.install],
        join(root, layout.root)
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
        // The B2B starter sends a client without cookies in circles.
        const asked = fetch(`http://localhost:${port}`, { redirect: "manual" })
        return (await asked.catch(() => null)) && true
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

/**
 * The archives in a folder, an archive, or an unpacked starter.
 *
 * @param source `STARTER_DIR`
 * @throws Error when there is none
 */
export function findStarters(source: string | undefined): FoundStarter[] {
  if (!source || !existsSync(source))
    throw new Error(`STARTER_DIR: ${source ? `there is no ${source}` : "missing"}`)
  const places = statSync(source).isFile()
    ? [source]
    : [source, ...readdirSync(source).map((name) => join(source, name))]
  const found = places.flatMap((place) => {
    const kind = kinds.find((kind) => hasFile(place, `${layouts[kind].storefront}/package.json`))
    return kind ? [{ kind, source: resolve(place) }] : []
  })
  if (found.length > 0) return found
  throw new Error(`STARTER_DIR: neither ${source} nor anything in it holds apps/storefront or storefront`)
}

/** @param place an archive with one folder around its files, or a folder */
function hasFile(place: string, file: string): boolean {
  if (!place.endsWith(".tar.gz")) return existsSync(join(place, file))
  const names = execFileSync("tar", ["-tzf", place], { encoding: "utf8" }).split("\n")
  return names.some((name) => name.split("/").slice(1).join("/") === file)
}

const pluginCommand = () =>
  join(process.cwd(), "node_modules", "medusa-payment-onchain", ".medusa", "server", "src", "cli", "index.js")

/** Keeps the caller's npm settings, such as the registry, but not those of this run. */
function inherited(): Record<string, string | undefined> {
  const { NODE_OPTIONS: _options, NODE_ENV: _mode, JEST_WORKER_ID: _worker, ...rest } = process.env
  return rest
}
