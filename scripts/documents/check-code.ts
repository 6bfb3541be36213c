import path from "node:path"
import * as ts from "typescript"
import { readManifest } from "../package/shipped-files"
import { type CodeBlock, repository } from "./code-blocks"

/** Where a block counts as a file; nothing is written there. */
const FOLDER = path.join(repository, ".documents")

/** What the reader of a block has around it: a storefront of Next.js, a subscriber of Medusa, a price source of their own. */
const SURROUNDINGS = `
import type Medusa from "@medusajs/js-sdk"
import type { HttpTypes, MedusaContainer } from "@medusajs/framework/types"
import type { OnchainOptionsInput } from "../src/modules/onchain/options/options"
type Given<T> = T extends (...args: never[]) => unknown ? T
  : T extends readonly (infer U)[] ? Given<U>[]
  : T extends object ? { [K in keyof T]: Given<T[K]> }
  : T | undefined
type Plugin = { resolve: "medusa-payment-onchain"; options: Given<Partial<OnchainOptionsInput>> }
type Module = { resolve: string; dependencies?: string[]; options?: Record<string, unknown> }
declare global {
  /** Part of the plugin's options; the environment may lack any value. */
  type PluginOptions = Given<Partial<OnchainOptionsInput>>
  /** Part of medusa-config.ts. */
  type MedusaConfig = { plugins?: Plugin[]; modules?: Module[] }
  const sdk: Medusa
  const cart: HttpTypes.StoreCart
  const order: HttpTypes.StoreOrder
  const container: MedusaContainer
  const medusaUrl: string
  const token: string
  const sessionId: string
  const url: string
  const secret: string
  const [invoiceId, toAddress, chain, networkId]: string[]
  const [baseUrl, businessId, apiKey, payoutApiKey]: string[]
  const treasury: { price(token: string, currencyCode: string): Promise<{ text: string; date: Date } | null> }
  function cookies(): Promise<{ set(name: string, value: string, options: object): void }>
  function redirect(url: string): never
}
`.replace(/const \[(.+)\]: string\[\]/g, (_, names: string) =>
  names
    .split(", ")
    .map((name) => `const ${name}: string`)
    .join("; ")
)

/** Sources of the subpaths that the package exports; a wrong import in a document is an error. */
const PACKAGE: Record<string, string[]> = Object.fromEntries(
  Object.entries(readManifest(repository).exports).map(([subpath, target]) => {
    const built = typeof target === "string" ? target : (target.types ?? target.default)
    return [
      path.posix.join("medusa-payment-onchain", subpath),
      [built.replace("./.medusa/server/", "").replace(/\.js$/, ".ts")],
    ]
  })
)

/** `plugins: ...` is a part of medusa-config, `rates: ...` one of the plugin's options, and the rest is a module. */
function moduleOf({ code }: CodeBlock): string {
  const [, key] = /^(?:\s*\/\/[^\n]*\n)*(\w+):/.exec(code) ?? []
  if (key === undefined) return `${code}\nexport {}\n`
  const type = ["plugins", "modules"].includes(key) ? "MedusaConfig" : "PluginOptions"
  return `export const part: ${type} = {\n${code}}\n`
}

/**
 * Type-checks blocks of TypeScript against this repository.
 *
 * @returns a line for each problem, with document and line
 */
export function typeProblems(blocks: readonly CodeBlock[]): string[] {
  const files = new Map(
    blocks.map((block, index) => [path.join(FOLDER, `block-${index}.${block.language}`), block])
  )
  const surroundings = path.join(FOLDER, "surroundings.ts")
  const textOf = (file: string) => {
    const block = files.get(file)
    return block ? moduleOf(block) : file === surroundings ? SURROUNDINGS : undefined
  }
  const options = compilerOptions()
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (file) => textOf(file) !== undefined || fileExists(file)
  host.readFile = (file) => textOf(file) ?? readFile(file)
  const program = ts.createProgram([...files.keys(), surroundings], options, host)
  return [...files.keys(), surroundings].flatMap((file) => {
    const source = program.getSourceFile(file)
    if (!source) throw new Error(`The compiler has no ${file}`)
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    return found.map((problem) => describe(problem, files.get(file)))
  })
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(path.join(repository, "tsconfig.json"), (file) =>
    ts.sys.readFile(file)
  ) as { config: object }
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, repository)
  return {
    ...options,
    noEmit: true,
    declaration: false,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    paths: PACKAGE,
    baseUrl: repository,
  }
}

function describe({ file, start = 0, messageText }: ts.Diagnostic, block: CodeBlock | undefined): string {
  const text = ts.flattenDiagnosticMessageText(messageText, "\n")
  const line = file ? file.getLineAndCharacterOfPosition(start).line : 0
  return block ? `${block.document}:${block.line + line}: ${text}` : `surroundings: ${text}`
}
