import { RefusedError, type Shape } from "./shape"

/** A change to a file of the storefront. */
export type Edit = {
  /** Path in the storefront. */
  file: string
  /** @throws RefusedError when the line to change is missing */
  apply: (text: string, shape: Shape) => string
}

/** Lines without endings; added lines get the ending of their neighbour. */
type Lines = string[]

/** Marks a file that is already changed. */
const isChanged = (text: string, mark: string) => text.includes(mark)

const CONSTANTS = "src/lib/constants.tsx"
const BUTTON = "src/modules/checkout/components/payment-button/index.tsx"
const CHECKOUT = "src/app/[countryCode]/(checkout)/checkout/page.tsx"
const ORDERS = "src/lib/data/orders.ts"
const CONFIRMED = "src/modules/order/templates/order-completed-template.tsx"
const DETAILS = "src/app/[countryCode]/(main)/account/@dashboard/orders/details/[id]/page.tsx"
const NAV = "src/modules/account/components/account-nav/index.tsx"

export const edits: readonly Edit[] = [
  {
    file: CONSTANTS,
    apply(text, { modules, providerId }) {
      if (isChanged(text, `${keyOf(providerId)}:`)) return text
      const lines = text.split("\n")
      const start = find(lines, CONSTANTS, /export const paymentInfoMap\b/, "export const paymentInfoMap")
      const open = find(lines, CONSTANTS, /=\s*\{\s*$/, "the opening brace of paymentInfoMap", start)
      insert(lines, open + 1, [
        `  ${keyOf(providerId)}: {`,
        `    title: "Crypto",`,
        `    icon: <OnchainIcon />,`,
        `  },`,
      ])
      return withImport(lines, CONSTANTS, `import OnchainIcon from "${modules}/onchain/icon"`)
    },
  },
  {
    file: BUTTON,
    apply(text, { lib, modules }) {
      if (isChanged(text, "onchain/payment-button")) return text
      const lines = text.split("\n")
      const start = find(lines, BUTTON, /switch \(true\) \{/, "switch (true) {")
      const rest = find(lines, BUTTON, /^\s*default:/, "default: of the switch", start)
      for (const name of ["cart", "notReady", "paymentSession", "dataTestId"])
        find(lines, BUTTON, new RegExp(`\\b${name}\\b`), name)
      // The B2B starter also checks out a cart that its address names.
      insert(lines, rest, [
        "    case isOnchain(paymentSession?.provider_id):",
        "      return (",
        "        <OnchainPaymentButton",
        "          cartId={cart.id}",
        "          notReady={notReady}",
        "          data-testid={dataTestId}",
        "        />",
        "      )",
      ])
      return withImport(
        lines,
        BUTTON,
        `import { isOnchain } from "${lib}/onchain/order-state"`,
        `import OnchainPaymentButton from "${modules}/onchain/payment-button"`
      )
    },
  },
  {
    file: CHECKOUT,
    apply(text, { lib }) {
      if (isChanged(text, "redirectToOnchainOrder")) return text
      const lines = linesOfServer(text, CHECKOUT)
      const at = find(lines, CHECKOUT, /if \(!cart\) \{/, "if (!cart) {")
      insert(lines, at, [`${indentOf(lines[at])}await redirectToOnchainOrder(cart)`])
      return withImport(lines, CHECKOUT, `import { redirectToOnchainOrder } from "${lib}/onchain/server"`)
    },
  },
  {
    file: ORDERS,
    apply(text) {
      const lines = text.split("\n")
      const start = find(lines, ORDERS, /export (?:const|async function) retrieveOrder\b/, "retrieveOrder")
      const next = lines.findIndex((line, index) => index > start && /^export /.test(line))
      const end = next === -1 ? lines.length : next
      const cached = lines.findIndex(
        (line, index) => index > start && index < end && /cache: "force-cache"/.test(line)
      )
      // Without a `cache` option, Next.js does not cache.
      if (cached === -1) return text
      lines[cached] = (lines[cached] ?? "").replace('"force-cache"', '"no-store"')
      return lines.join("\n")
    },
  },
  {
    file: CONFIRMED,
    apply(text, { modules }) {
      if (isChanged(text, "onchain/order-payment")) return text
      const lines = linesOfServer(text, CONFIRMED)
      const at = find(lines, CONFIRMED, /^\s*<OrderDetails order=\{order\}/, "<OrderDetails order={order}")
      insert(lines, at, [`${indentOf(lines[at])}<OnchainOrderPayment order={order} />`])
      return withImport(
        lines,
        CONFIRMED,
        `import OnchainOrderPayment from "${modules}/onchain/order-payment"`
      )
    },
  },
  {
    file: DETAILS,
    apply(text, { modules }) {
      if (isChanged(text, "onchain/order-payment")) return text
      const lines = linesOfServer(text, DETAILS)
      const anchor = /^\s*return <OrderDetailsTemplate order=\{.*\} \/>/
      const at = find(lines, DETAILS, anchor, "return <OrderDetailsTemplate order={order} />")
      const template = /<OrderDetailsTemplate .*\/>/.exec(lines[at] ?? "")?.[0]
      insert(lines, at + 1, [
        "    <>",
        "      <OnchainOrderPayment order={order} />",
        `      ${template}`,
        "    </>",
        "  )",
      ])
      lines[at] = (lines[at] ?? "").replace(/return <.*\/>/, "return (")
      return withImport(lines, DETAILS, `import OnchainOrderPayment from "${modules}/onchain/order-payment"`)
    },
  },
  {
    file: NAV,
    apply(text, { modules }) {
      if (isChanged(text, "crypto-addresses")) return text
      const lines = text.split("\n")
      for (const [tag, link] of Object.entries(NAV_LINKS)) {
        const at = lines.findIndex(
          (line, index) =>
            line.trim() === "<li>" &&
            lines[index + 1]?.trim() === `<${tag}` &&
            lines[index + 2]?.trim() === 'href="/account/orders"'
        )
        if (at === -1) throw new RefusedError(NAV, `<${tag} href="/account/orders">`)
        const indent = indentOf(lines[at])
        insert(
          lines,
          at,
          link.map((line) => indent + line)
        )
      }
      return withImport(lines, NAV, `import OnchainIcon from "${modules}/onchain/icon"`)
    },
  },
]

/** The link to the account page, for phones and for wide screens, as the starters write theirs. */
const NAV_LINKS = {
  LocalizedClientLink: [
    "<li>",
    "  <LocalizedClientLink",
    '    href="/account/crypto-addresses"',
    '    className="flex items-center justify-between py-4 border-b border-gray-200 px-8"',
    '    data-testid="crypto-addresses-link"',
    "  >",
    '    <div className="flex items-center gap-x-2">',
    "      <OnchainIcon />",
    "      <span>Crypto addresses</span>",
    "    </div>",
    '    <ChevronDown className="transform -rotate-90" />',
    "  </LocalizedClientLink>",
    "</li>",
  ],
  AccountNavLink: [
    "<li>",
    "  <AccountNavLink",
    '    href="/account/crypto-addresses"',
    "    route={route!}",
    '    data-testid="crypto-addresses-link"',
    "  >",
    "    Crypto addresses",
    "  </AccountNavLink>",
    "</li>",
  ],
}

const keyOf = (providerId: string) => (/^\w+$/.test(providerId) ? providerId : JSON.stringify(providerId))
const indentOf = (line = "") => /^\s*/.exec(line)?.[0] ?? ""

function find(lines: Lines, file: string, anchor: RegExp, name: string, from = 0): number {
  const index = lines.findIndex((line, at) => at >= from && anchor.test(line.replace(/\r$/, "")))
  if (index === -1) throw new RefusedError(file, name)
  return index
}

function insert(lines: Lines, at: number, added: string[]): void {
  const end = lines[at > 0 ? at - 1 : at]?.endsWith("\r") ? "\r" : ""
  lines.splice(at, 0, ...added.map((line) => line + end))
}

/** What we add there reads cookies. */
function linesOfServer(text: string, file: string): Lines {
  if (/^\s*["']use client["']/.test(text)) throw new RefusedError(file, 'a component without "use client"')
  return text.split("\n")
}

/** Before the first import, after `"use client"`. An import of an earlier run serves a second provider too. */
function withImport(lines: Lines, file: string, ...added: string[]): string {
  const first = find(lines, file, /^import /, "an import")
  const end = lines[first]?.endsWith("\r") ? "\r" : ""
  const missing = added.filter((line) => !lines.includes(line + end))
  lines.splice(first, 0, ...missing.map((line) => line + end))
  return lines.join("\n")
}
