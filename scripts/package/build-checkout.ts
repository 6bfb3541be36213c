import { copyFileSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { build, type Plugin } from "esbuild"
import { BUNDLES } from "../../src/checkout/payment-page/payment-page"

const ENTRIES = {
  "onchain-checkout": "src/checkout/element/index.ts",
  "onchain-addresses": "src/checkout/addresses/index.ts",
  "onchain-authorization": "src/checkout/wallet/sign-payment.ts",
} as const satisfies Record<(typeof BUNDLES)[number], string>

/** Long names that only code inside the bundle reads: state of the element. */
const SHORTENED =
  /^(?:nowMs|unstoredHash|baseUnits|walletUri|isMemoKnown|isMemoAsked|isSendingAgain|isAddressDue|isBusy|isOffline|isLive|isTest|returnUrl|refusal|holder|tokens|notice|copied|isDisplay|isAsked|isPolled|(?:read|open|store)[A-Z]\w+|on(?:Checkout|Connection|Gone|LateHash)|setTimer|clearTimer)$/

/**
 * Bundles an element as one ES module for browsers.
 *
 * @param root directory of the repository
 * @param outfile where the bundle is written
 */
export async function bundleElement(
  root: string,
  outfile: string,
  element: keyof typeof ENTRIES = "onchain-checkout"
): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [ENTRIES[element]],
    outfile,
    bundle: true,
    format: "esm",
    minify: true,
    target: ["es2022"],
    charset: "utf8",
    legalComments: "none",
    // The other bundle contains texts, whose keys some of these names are.
    ...(element === "onchain-checkout" && { mangleProps: SHORTENED }),
    logLevel: "error",
    plugins: [dropIndents, loadLater],
  })
}

/** Templates are indented for readability; the bundle does not need the whitespace. */
const dropIndents: Plugin = {
  name: "drop-indents",
  setup(bundler) {
    bundler.onLoad(
      { filter: /src[\\/]checkout[\\/](?:view|element|addresses)[\\/][\w-]+\.ts$/ },
      ({ path }) => ({
        contents: readFileSync(path, "utf8").replace(/\n\s+/g, "\n"),
        loader: "ts",
      })
    )
  },
}

/** A part that the page loads once it is used: a bundle of its own, beside the other. */
const loadLater: Plugin = {
  name: "load-later",
  setup(bundler) {
    bundler.onResolve({ filter: /\/sign-payment\.js$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./onchain-authorization.mjs", external: true } : undefined
    )
  },
}

/** Browser-only code, already in the bundle. */
const BROWSER_ONLY = ["element", "wallet", "addresses"]

/**
 * Finishes a plugin build: adds the bundles and their types, and removes the CommonJS files that the server does not use.
 *
 * @param root directory of the repository, with the built `.medusa/server`
 */
export async function buildCheckout(root: string): Promise<void> {
  const sources = join(root, "src", "checkout")
  const built = join(root, ".medusa", "server", "src", "checkout")
  for (const name of BUNDLES) await bundleElement(root, join(built, `${name}.mjs`), name)
  for (const name of ["onchain-checkout.d.mts", "onchain-addresses.d.mts", "react.d.mts"])
    copyFileSync(join(sources, name), join(built, name))
  for (const folder of BROWSER_ONLY) {
    for (const name of readdirSync(join(built, folder)))
      if (!isNeeded(folder, name)) rmSync(join(built, folder, name), { recursive: true })
  }
}

/** The server also builds payment URIs, from the list of EVM chains. */
const isNeeded = (folder: string, name: string) => folder === "wallet" && /^evm-chains\./.test(name)
