export type ReturnTemplates = Readonly<Record<"placed" | "paid" | "cancelled", string | null>>

/** What is known of the order or cart that a payment is for; null where there is none. */
export type ReturnFacts = {
  state: "placed" | "paid" | "cancelled"
  order_id: string | null
  display_id: number | null
  cart_id: string | null
  /** ISO 3166-1 alpha-2, in lower case. */
  country_code: string | null
}

/**
 * Where the return button of a payment page leads.
 *
 * A template whose order or cart does not exist is passed over for the next one. An unknown country only loses its part of the
 * path: storefronts then choose one.
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

/** A return address that a link carries counts only on a storefront of the merchant: any other one leads payers astray. */
export function isReturnAllowed(url: unknown, origins: readonly string[]): url is string {
  if (typeof url !== "string" || !URL.canParse(url)) return false
  const { origin, protocol } = new URL(url)
  return /^https?:$/.test(protocol) && origins.includes(origin)
}
