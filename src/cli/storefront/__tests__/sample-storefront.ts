import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

export const CONSTANTS = "src/lib/constants.tsx"
export const BUTTON = "src/modules/checkout/components/payment-button/index.tsx"
export const CHECKOUT = "src/app/[countryCode]/(checkout)/checkout/page.tsx"
export const ORDERS = "src/lib/data/orders.ts"
export const CONFIRMED = "src/modules/order/templates/order-completed-template.tsx"
export const DETAILS = "src/app/[countryCode]/(main)/account/@dashboard/orders/details/[id]/page.tsx"
export const NAV = "src/modules/account/components/account-nav/index.tsx"

/** The shortest storefront that has every line we change. */
const files = (lib: string, modules: string, ui: string): Record<string, string> => ({
  [CONSTANTS]: `import { Card } from "icons"

export const paymentInfoMap: Record<string, { title: string }> = {
  pp_other: { title: "Other" },
}
`,
  [BUTTON]: `"use client"

import { isOther } from "${lib}/constants"
${ui}

const PaymentButton = ({ cart, "data-testid": dataTestId }) => {
  const notReady = !cart
  const paymentSession = cart.sessions[0]
  switch (true) {
    case isOther(paymentSession?.provider_id):
      return <OtherButton />
    default:
      return <Button disabled>None</Button>
  }
}
`,
  [CHECKOUT]: `import { retrieveCart } from "${lib}/data/cart"

export default async function Checkout() {
  const cart = await retrieveCart()

  if (!cart) {
    return notFound()
  }
  return <Form cart={cart} />
}
`,
  [ORDERS]: `import { sdk } from "${lib}/config"

export const retrieveOrder = async (id: string) =>
  sdk.fetch(id, {
    cache: "force-cache",
  })

export const listOrders = async () =>
  sdk.fetch("", {
    cache: "force-cache",
  })
`,
  [CONFIRMED]: `import OrderDetails from "${modules}/order/components/order-details"

export default async function Template({ order }) {
  return (
    <div>
      <OrderDetails order={order} />
    </div>
  )
}
`,
  [DETAILS]: `import Template from "${modules}/order/templates/order-details-template"

export default async function Page({ params }) {
  const order = await retrieveOrder(params.id)
  return <OrderDetailsTemplate order={order} />
}
`,
  [NAV]: `"use client"

import LocalizedClientLink from "${modules}/common/components/localized-client-link"

const AccountNav = ({ route }) => (
  <div>
    <ul>
      <li>
        <LocalizedClientLink
          href="/account/orders"
          className="flex"
        >
          <span>Orders</span>
        </LocalizedClientLink>
      </li>
    </ul>
    <ul>
      <li>
        <AccountNavLink
          href="/account/orders"
          route={route!}
        >
          Orders
        </AccountNavLink>
      </li>
    </ul>
  </div>
)
`,
})

export type Kind = "dtc" | "b2b"

/** As each starter configures them. */
const aliases = {
  dtc: { baseUrl: "./src", paths: { "@lib/*": ["lib/*"], "@modules/*": ["modules/*"] } },
  b2b: { baseUrl: ".", paths: { "@/*": ["./src/*"] } },
}

/** @returns the repository, and the folder of the storefront in it */
export function sampleStorefront(
  kind: Kind,
  change: (files: Record<string, string>) => Record<string, string | undefined> = (same) => same
): { repository: string; root: string } {
  const repository = mkdtempSync(join(tmpdir(), "storefront-"))
  const root = join(repository, kind === "dtc" ? "apps/storefront" : "storefront")
  const orderPage = kind === "dtc" ? "order/[id]/confirmed" : "order/confirmed/[id]"
  const written = change({
    ...(kind === "dtc"
      ? files("@lib", "@modules", 'import { Button } from "@modules/common/components/ui"')
      : files("@/lib", "@/modules", 'import Button from "@/modules/common/components/button"')),
    [`src/app/[countryCode]/(main)/${orderPage}/page.tsx`]: "export default () => null\n",
    "tsconfig.json": JSON.stringify({ compilerOptions: aliases[kind] }),
  })
  for (const [file, text] of Object.entries(written)) {
    if (text === undefined) continue
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return { repository, root }
}
