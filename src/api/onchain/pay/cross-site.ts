import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

export type SiteHeaders = {
  origin?: string
  host?: string
  "sec-fetch-site"?: string
}

/** The payment page sends no referrer, so its forms have the origin `null`: `Sec-Fetch-Site` is checked first. */
export function isCrossSite(headers: SiteHeaders, origins: readonly string[]): boolean {
  const { origin, host } = headers
  const site = headers["sec-fetch-site"]
  if (site === "same-origin") return false
  if (origin === undefined) return site !== undefined && site !== "none"
  if (origins.includes(origin)) return false
  return !(URL.canParse(origin) && new URL(origin).host === host)
}

function siteHeaders({ headers }: MedusaRequest): SiteHeaders {
  const site = headers["sec-fetch-site"]
  return { ...headers, "sec-fetch-site": Array.isArray(site) ? site[0] : site }
}

/** For routes that change state. @see docs/operations/security.md "Clickjacking on the payment page" */
export function refuseCrossSite(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const { origins } = req.scope.resolve("onchain").options.storefront
  if (!isCrossSite(siteHeaders(req), origins)) return next()
  res.status(403).json({
    type: "not_allowed",
    code: "cross_site",
    message: "Request from another site refused. Add your storefront's origin to storefront.origins.",
  })
}

/** Lets only the merchant's storefronts read the responses. */
export function allowStorefronts(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const { origins } = req.scope.resolve("onchain").options.storefront
  const { origin } = req.headers
  res.vary("origin")
  if (origin !== undefined && origins.includes(origin)) {
    res.set("access-control-allow-origin", origin)
    if (req.method === "OPTIONS") {
      res.set("access-control-allow-methods", "GET, POST")
      res.set("access-control-allow-headers", "content-type")
      res.set("access-control-max-age", "7200")
    }
  }
  if (req.method === "OPTIONS") return void res.status(204).end()
  next()
}
