import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The storefront has a different structure. Nothing is written; the message names the file and the missing line. */
export class RefusedError extends Error {
  override readonly name = "RefusedError"

  constructor(file: string, missing: string) {
    super(
      `${file}: not found there: ${missing}. This storefront differs from Medusa's starters, so nothing was ` +
        `written. docs/developers/storefront.md shows each change to make by hand.`
    )
  }
}

/** Differences between Medusa's starters that affect our files. */
export type Shape = {
  /** The storefront's folder, which contains `src`. */
  root: string
  /** Import aliases of `src/lib` and `src/modules`, such as `@lib` or `@/lib`. */
  lib: string
  modules: string
  /** Path of the order page below the country, for a template literal with `orderId`. */
  orderPage: string
  /** The import of its Button. */
  buttonImport: string
  providerId: string
}

/** DTC starter, B2B starter, and the storefront itself. */
const PLACES = [".", "apps/storefront", "storefront"]
const BUTTON = "src/modules/checkout/components/payment-button/index.tsx"
const ORDER_PAGES = {
  "order/[id]/confirmed": "order/${orderId}/confirmed",
  "order/confirmed/[id]": "order/confirmed/${orderId}",
}
const CONSTANTS_IMPORT = /from "(?<lib>[^"]*lib)\/constants"/
const BUTTON_IMPORT =
  /^import (?:Button|\{[^}]*\bButton\b[^}]*\}) from "(?<from>@modules[^"]*|@\/modules[^"]*|@medusajs\/ui)"/m

/**
 * Recognizes a storefront based on Medusa's starters.
 *
 * @param directory the storefront, or the repository around it
 * @throws RefusedError with the file and the missing line
 */
export function findShape(directory: string, providerId: string): Shape {
  const place = PLACES.find((each) => existsSync(join(directory, each, BUTTON)))
  if (place === undefined)
    throw new RefusedError(
      BUTTON,
      `the file itself, in ${PLACES.map((each) => join(directory, each)).join(", ")}`
    )
  const root = join(directory, place)
  const button = readFileSync(join(root, BUTTON), "utf8")
  const lib = CONSTANTS_IMPORT.exec(button)?.groups?.["lib"]
  if (lib === undefined) throw new RefusedError(BUTTON, 'an import from "…lib/constants"')
  const from = BUTTON_IMPORT.exec(button)
  if (!from) throw new RefusedError(BUTTON, "an import of Button")
  return {
    root,
    lib,
    modules: lib.replace(/lib$/, "modules"),
    orderPage: orderPageOf(root),
    buttonImport: from[0].startsWith("import Button")
      ? `import Button from "${from.groups?.["from"]}"`
      : `import { Button } from "${from.groups?.["from"]}"`,
    providerId,
  }
}

function orderPageOf(root: string): string {
  const pages = Object.entries(ORDER_PAGES)
  const page = pages.find(([path]) =>
    existsSync(join(root, "src/app/[countryCode]/(main)", path, "page.tsx"))
  )
  if (page) return page[1]
  const names = pages.map(([path]) => `${path}/page.tsx`).join(" or ")
  throw new RefusedError("src/app/[countryCode]/(main)", names)
}
