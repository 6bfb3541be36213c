export type ReturnTemplates = Readonly<Record<"placed" | "paid" | "cancelled", string | null>>

/** The payment's order or cart; null when there is none. */
export type ReturnFacts = {
  state: "placed" | "paid" | "cancelled"
  order_id: string | null
  display_id: number | null
  cart_id: string | null
  /** ISO 3166-1 alpha-2, in lower case. */
  country_code: string | null
}

/**
 * Builds the target of the payment page's return button.
 *
 * A template that needs a missing order or cart is skipped. An unknown country is left out of the path, and the storefront
 * chooses one.
 *
 * @example returnUrlOf({ placed: "https://shop.example/order/{order_id}", paid: null, cancelled: null }, facts)
 */
export function returnUrlOf(templates: ReturnTemplates, facts: ReturnFacts): string | null {
  for (const name of ORDER[facts.state]) {
    const template = templates[name]
    const url = template === null ? null : fill(template, facts)
    if (url !== null) return url
  }
  return null
}

const ORDER = {
  paid: ["paid", "placed"],
  placed: ["placed"],
  cancelled: ["cancelled"],
} as const satisfies Record<ReturnFacts["state"], readonly (keyof ReturnTemplates)[]>

function fill(template: string, { state: _, ...facts }: ReturnFacts): string | null {
  const values: Readonly<Record<string, string | number | null>> = facts
  let url = facts.country_code === null ? template.replace(/\/\{country_code\}(?=\/|\?|#|$)/g, "") : template
  for (const [name, value] of Object.entries(values)) {
    const placeholder = `{${name}}`
    if (!url.includes(placeholder)) continue
    if (value === null) return null
    url = url.replaceAll(placeholder, encodeURIComponent(value))
  }
  return url
}

/** Accepts a link's return URL only on the merchant's storefronts, so that nobody can redirect payers elsewhere. */
export function isReturnAllowed(url: unknown, origins: readonly string[]): url is string {
  if (typeof url !== "string" || !URL.canParse(url)) return false
  const { origin, protocol } = new URL(url)
  return /^https?:$/.test(protocol) && origins.includes(origin)
}
