import { z } from "zod"

const webAddress = z.url({
  protocol: /^https?$/,
  error: "expected an address, such as https://shop.example/logo.svg",
})

const origin = z.string().refine(isOrigin, 'expected an origin without path, such as "https://shop.example"')

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.origin === text
}

/** As browsers and `Intl` know it. */
const localeTag = z.string().refine((tag) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}, 'expected a language tag, such as "de" or "pt-BR"')

/** How the payment page and `<onchain-checkout>` look and speak. */
export const checkoutOptions = z.strictObject({
  /** The shop's name, in the header, the title and on the receipt. */
  name: z.string().trim().min(1).max(80).nullable().default(null),
  /** Loaded by the payer's browser from its own address. */
  logoUrl: webAddress.nullable().default(null),
  accentColor: z
    .string()
    .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'expected a color, such as "#0a7" or "#00aa77"')
    .nullable()
    .default(null),
  support: z
    .strictObject({
      email: z.email("expected an email address").nullable().default(null),
      url: webAddress.nullable().default(null),
    })
    .prefault({}),
  /** Languages that are offered, the first one by default; all that the plugin has, and those of `words`, when left out. */
  locales: z.array(localeTag).min(1, "expected at least one language").optional(),
  /** Language to key to text: changes a word, or adds a language. */
  words: z.record(localeTag, z.record(z.string(), z.string().max(1_000))).default({}),
  /** Origins whose pages may show the payment page in a frame. */
  framedBy: z.array(origin).default([]),
})

const PLACEHOLDERS = ["order_id", "display_id", "cart_id", "country_code"] as const
export type ReturnPlaceholder = (typeof PLACEHOLDERS)[number]

const returnUrl = z
  .string()
  .refine(
    (template) => URL.canParse(template.replaceAll(/[{}]/g, "")) && /^https?:\/\//.test(template),
    "expected an address, such as https://shop.example/order/{order_id}"
  )
  .refine(
    (template) => [...template.matchAll(/\{([^}]*)\}/g)].every(([, name = ""]) => isPlaceholder(name)),
    `expected no other placeholders than ${PLACEHOLDERS.map((name) => `{${name}}`).join(", ")}`
  )
  .refine(
    (template) => !/^https?:\/\/[^/?#]*\{/.test(template),
    "expected no placeholder in the name of the host"
  )

const isPlaceholder = (name: string): boolean => PLACEHOLDERS.some((known) => known === name)

/** Where payers come from, and where the payment page sends them back to. */
export const storefrontOptions = z
  .strictObject({
    /** May call the payment page's routes, and be returned to. */
    origins: z.array(origin).default([]),
    returnUrls: z
      .strictObject({
        /** The order is placed, and paid or still to be paid. */
        placed: returnUrl.nullable().default(null),
        /** By default as `placed`. */
        paid: returnUrl.nullable().default(null),
        /** There is no order, or not any more. */
        cancelled: returnUrl.nullable().default(null),
      })
      .prefault({}),
    /** The page opens the return address by itself once the payment is complete. */
    redirectAfterPaid: z.boolean().default(false),
  })
  .superRefine(({ origins, returnUrls }, context) => {
    for (const [name, template] of Object.entries(returnUrls)) {
      if (template === null || !URL.canParse(template)) continue
      if (origins.includes(new URL(template).origin)) continue
      context.addIssue({
        code: "custom",
        path: ["returnUrls", name],
        message: "expected an address on one of storefront.origins",
      })
    }
  })

export type CheckoutOptions = z.output<typeof checkoutOptions>
export type StorefrontOptions = z.output<typeof storefrontOptions>
