import { copyFileSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { build, type Plugin } from "esbuild"
import { BUNDLE } from "../../src/checkout/payment-page/payment-page"

const ENTRY = "src/checkout/element/index.ts"

/** Long names that only code inside the bundle reads: methods of the QR encoder, and state of the element. */
const SHORTENED =
  /^(?:draw[A-Z]\w+|finderPenalty\w+|setFunctionModule|addEccAndInterleave|applyMask|getPenaltyScore|getAlignmentPatternPositions|bitData|numChars|clockOffsetMs|nowMs|unstoredHash|baseUnits|walletUri|isMemoKnown|isMemoAsked|isSendingAgain|isAddressDue|isBusy|isOffline|isLive|isTest|returnUrl|refusal|holder|tokens|notice|copied|isDisplay|isAsked|isPolled|(?:read|open|store)[A-Z]\w+|on(?:Checkout|Connection|Gone|LateHash)|setTimer|clearTimer)$/

/**
 * Bundles `<onchain-checkout>` as one ES module for browsers.
 *
 * @param root directory of the repository
 * @param outfile where the bundle is written
 */
export async function bundleCheckout(root: string, outfile: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [ENTRY],
    outfile,
    bundle: true,
    format: "esm",
    minify: true,
    target: ["es2022"],
    charset: "utf8",
    legalComments: "none",
    mangleProps: SHORTENED,
    logLevel: "error",
    plugins: [dropIndents],
  })
}

/** Templates are indented for readability; the bundle does not need the whitespace. */
const dropIndents: Plugin = {
  name: "drop-indents",
  setup(bundler) {
    bundler.onLoad({ filter: /src[\\/]checkout[\\/](?:view|element)[\\/][\w-]+\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(/\n\s+/g, "\n"),
      loader: "ts",
    }))
  },
}

/** Browser-only code, already in the bundle. */
const BROWSER_ONLY = ["element", "wallet"]

/**
 * Finishes a plugin build: adds the bundle and its types, and removes the CommonJS files that the server does not use.
 *
 * @param root directory of the repository, with the built `.medusa/server`
 */
export async function buildCheckout(root: string): Promise<void> {
  const sources = join(root, "src", "checkout")
  const built = join(root, ".medusa", "server", "src", "checkout")
  await bundleCheckout(root, join(built, BUNDLE))
  for (const name of ["onchain-checkout.d.mts", "react.d.mts"])
    copyFileSync(join(sources, name), join(built, name))
  for (const folder of BROWSER_ONLY) {
    for (const name of readdirSync(join(built, folder)))
      if (!isNeeded(folder, name)) rmSync(join(built, folder, name), { recursive: true })
  }
}

/** The server also builds payment URIs, from the list of EVM chains. */
const isNeeded = (folder: string, name: string) => folder === "wallet" && /^evm-chains\./.test(name)
