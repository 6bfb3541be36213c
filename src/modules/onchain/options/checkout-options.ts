import { z } from "zod"

const webAddress = z.url({
  protocol: /^https?$/,
  error: "expected an address, such as https://shop.example/logo.svg",
})

const origin = z
  .string()
  .refine(isOrigin, 'expected an origin without a path, such as "https://shop.example"')

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.origin === text
}

/** BCP 47, as `Intl` accepts it. */
const localeTag = z.string().refine((tag) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}, 'expected a language tag, such as "de" or "pt-BR"')

/** Appearance and languages of the payment page and `<onchain-checkout>`. */
export const checkoutOptions = z.strictObject({
  /** The shop's name, shown in the header, the title and the receipt. */
  name: z.string().trim().min(1).max(80).nullable().default(null),
  /** The payer's browser loads it from this URL. */
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
  /** Languages offered; the first is the fallback. @default the plugin's languages and those in `words` */
  locales: z.array(localeTag).min(1, "expected at least one language").optional(),
  /** Texts by language and key: overrides a text, or adds a language. */
  words: z.record(localeTag, z.record(z.string(), z.string().max(1_000))).default({}),
  /** Origins that may embed the payment page in a frame. */
  framedBy: z.array(origin).default([]),
})

const PLACEHOLDERS = ["order_id", "display_id", "cart_id", "country_code"] as const

const returnUrl = z
  .string()
  .refine(
    (template) => URL.canParse(template.replaceAll(/[{}]/g, "")) && /^https?:\/\//.test(template),
    "expected an address, such as https://shop.example/order/{order_id}"
  )
  .refine(
    (template) => [...template.matchAll(/\{([^}]*)\}/g)].every(([, name = ""]) => isPlaceholder(name)),
    `expected only the placeholders ${PLACEHOLDERS.map((name) => `{${name}}`).join(", ")}`
  )
  .refine((template) => !/^https?:\/\/[^/?#]*\{/.test(template), "expected no placeholder in the host name")

const isPlaceholder = (name: string): boolean => PLACEHOLDERS.some((known) => known === name)

/** Where payers come from, and where the payment page returns them. */
export const storefrontOptions = z
  .strictObject({
    /** Origins that may call the payment page's routes and be returned to. */
    origins: z.array(origin).default([]),
    returnUrls: z
      .strictObject({
        /** The order is placed, paid or not. */
        placed: returnUrl.nullable().default(null),
        /** @default `placed` */
        paid: returnUrl.nullable().default(null),
        /** There is no order, or it was cancelled. */
        cancelled: returnUrl.nullable().default(null),
      })
      .prefault({}),
    /** Opens the return URL automatically once the payment is complete. */
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
