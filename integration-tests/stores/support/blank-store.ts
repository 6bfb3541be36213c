import { execFileSync } from "node:child_process"
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { codeBlocks } from "../../../scripts/documents/code-blocks"
import { createCommands } from "../../../scripts/process/commands"
import type { TiedProcess } from "../../../scripts/process/tied-process"
import { packageManagers, type StorePair } from "../../../scripts/test/store-pairs"

const BOOT_TIMEOUT_MS = 240_000
const SEED = ["demo", "store"] as const

/** As Medusa's starter lists them. */
const devDependencies = {
  "@swc/core": "1.16.22",
  "@types/node": "20.19.43",
  "@types/react": "18.3.31",
  "@types/react-dom": "18.3.7",
  react: "18.3.1",
  "react-dom": "18.3.1",
  "ts-node": "10.9.2",
  typescript: "5.9.3",
}

const tsconfig = {
  compilerOptions: {
    target: "ES2021",
    module: "Node16",
    moduleResolution: "Node16",
    esModuleInterop: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: true,
    strict: true,
    jsx: "react-jsx",
    outDir: "./.medusa/server",
    rootDir: "./",
  },
  include: ["**/*"],
  exclude: ["node_modules", ".medusa"],
}

/** A Medusa project in a folder of its own, driven by the commands of a merchant. */
export interface BlankStore {
  readonly directory: string
  /** Installs what package.json lists. */
  install(): Promise<void>
  /** Installs the packed plugin, as `npm install medusa-payment-onchain` does. */
  addPlugin(tarball: string): Promise<void>
  removePlugin(): Promise<void>
  /** Lets npm decide what an installation would install, without installing it. @throws Error with npm's refusal */
  resolve(...tarball: string[]): Promise<void>
  /** Writes medusa-config.ts, with or without the block of the README. */
  configure(hasPlugin: boolean): void
  /** Writes .env, and copies it to the build as Medusa's documentation says. */
  setVariables(variables: Record<string, string>): void
  migrate(): Promise<void>
  build(): Promise<void>
  /** Runs the demo's seed with `medusa exec`. @returns what it wrote */
  seed(options: object): Promise<unknown>
  /** Starts a command of an installed package. @param line such as `["medusa-payment-onchain", "sandbox"]` */
  launch(name: string, line: [string, ...string[]]): TiedProcess
  /** Starts the build for production and waits until it answers. */
  start(port: number): Promise<TiedProcess>
  stop(): Promise<void>
}

/**
 * Writes a blank store into an empty folder outside the repository, where no package of the repository is found.
 *
 * @param directory existing empty folder
 * @param logDirectory existing folder for the output of the commands
 */
export function createBlankStore(pair: StorePair, directory: string, logDirectory: string): BlankStore {
  const commands = createCommands({ env: inherited(pair.node), logDirectory })
  const server = join(directory, ".medusa", "server")
  const at = (line: readonly [string, ...string[]], cwd = directory) => ({ line, cwd })
  // Without `--no-install` npx would fetch what the store lacks.
  const npx = (...line: string[]) => at(["npx", "--no-install", ...line])
  const { command, add, remove } = packageManagers[pair.manager]
  const manager = (...args: string[]) => at([...command, ...args])
  const write = (file: string, content: string) => writeFileSync(join(directory, file), content)

  const manifest = {
    name: "shop",
    version: "1.0.0",
    private: true,
    dependencies: pair.packages,
    devDependencies,
  }
  write("package.json", JSON.stringify(manifest, null, 2))
  write("tsconfig.json", JSON.stringify(tsconfig, null, 2))
  // As Medusa's documentation says; an empty lockfile makes the folder a project of its own.
  if (pair.manager === "yarn") {
    write(".yarnrc.yml", "nodeLinker: node-modules\nenableTelemetry: false\n")
    write("yarn.lock", "")
  }
  return {
    directory,
    install: () => commands.run("install", manager("install")),
    addPlugin: (tarball) => commands.run("add-plugin", manager(add, tarball)),
    removePlugin: () => commands.run("remove-plugin", manager(remove, "medusa-payment-onchain")),
    resolve: (...tarball) => commands.run("resolve", manager("install", "--package-lock-only", ...tarball)),
    configure: (hasPlugin) => write("medusa-config.ts", configuration(hasPlugin ? readmeBlock() : "")),
    setVariables: (variables) =>
      write(
        ".env",
        Object.entries(variables)
          .map(([name, value]) => `${name}=${value}\n`)
          .join("")
      ),
    migrate: () => commands.run("migrate", npx("medusa", "db:migrate")),
    async build() {
      await commands.run("build", npx("medusa", "build"))
      copyFileSync(join(directory, ".env"), join(server, ".env.production"))
    },
    async seed(options) {
      const scripts = join(directory, "src", "scripts")
      mkdirSync(scripts, { recursive: true })
      for (const name of ["seed", "seed-script.ts"])
        cpSync(join(process.cwd(), ...SEED, name), join(scripts, name), { recursive: true })
      const result = join(logDirectory, "seed.json")
      const script = join("src", "scripts", "seed-script.ts")
      await commands.run("seed", npx("medusa", "exec", script, JSON.stringify(options), result))
      return JSON.parse(readFileSync(result, "utf8")) as unknown
    },
    launch: (name, line) => commands.launch(name, npx(...line)),
    start: (port) =>
      commands.serve(
        "store",
        {
          line: ["npx", "--no-install", "medusa", "start", "--port", String(port)],
          cwd: server,
          env: { NODE_ENV: "production" },
        },
        { url: `http://localhost:${port}/health`, timeoutMs: BOOT_TIMEOUT_MS }
      ),
    stop: () => commands.stop(),
  }
}

/** The lines that the README's quick start tells a merchant to add. @throws Error when it no longer has them */
function readmeBlock(): string {
  const [block, ...others] = codeBlocks("README.md", ["ts"]).filter(({ code }) =>
    code.startsWith("plugins: [")
  )
  if (!block || others.length > 0)
    throw new Error("README.md has no single block of code with the plugin's configuration")
  return block.code
}

/** What `create-medusa-app` writes, with what the merchant adds. A cookie over http is not `secure`. */
const configuration = (added: string) => `import { loadEnv, defineConfig } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV || "development", process.cwd())

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!,
      adminCors: process.env.ADMIN_CORS!,
      authCors: process.env.AUTH_CORS!,
      jwtSecret: process.env.JWT_SECRET || "supersecret",
      cookieSecret: process.env.COOKIE_SECRET || "supersecret",
    },
    cookieOptions: { secure: false, sameSite: "lax" },
  },
${added}})
`

/**
 * The caller's environment with another Node, and without what belongs to this run: its npm script, its programs, jest
 * and the test's database.
 */
function inherited(node: string): Record<string, string | undefined> {
  const ofThisRun = /^(npm_|INIT_CWD$|NODE_OPTIONS$|NODE_ENV$|NODE_PATH$|JEST_|DB_|STORE_|LOG_LEVEL$)/
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofThisRun.test(name)))
  const folders = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"))
  return {
    ...kept,
    PATH: [folderOfNode(node), ...folders].join(delimiter),
    MEDUSA_DISABLE_TELEMETRY: "true",
    NO_COLOR: "1",
  }
}

/** Node's builds are on npm, one package per platform. */
function folderOfNode(version: string): string {
  const build = `node-${process.platform}-${process.arch}@${version}`
  const print = "process.stdout.write(process.execPath)"
  const args = ["--yes", `--package=${build}`, "--", "node", "--eval", print]
  return dirname(execFileSync("npx", args, { encoding: "utf8" }))
}
