import ts from "typescript"
import type { Shape } from "../shape"
import { newFiles } from "../templates"

const shape: Shape = {
  root: "",
  lib: "@lib",
  modules: "@modules",
  orderPage: "order/${orderId}/confirmed",
  buttonImport: 'import { Button } from "@modules/common/components/ui"',
  providerId: "pp_onchain_default",
}
const sources = new Map(newFiles(shape).map(({ file, text }) => [file.replace(/^src\/|\.tsx?$/g, ""), text]))

type Call = { path: string; init: { body?: unknown; headers?: Record<string, string> } }
type Exports = Record<string, (argument?: unknown) => Promise<unknown>>
type Answers = Record<string, (call: Call) => unknown>

/** An error of the SDK, and the one by which Next.js leaves a page. */
const refused = (status: number) => Object.assign(new Error("refused"), { status })
const leave = (url: string) => {
  throw Object.assign(new Error(url), { digest: `NEXT_REDIRECT;replace;${url}` })
}

/** The files that a storefront gets for its server, as JavaScript, with Next.js and the store API in memory. */
function storefront(answers: Answers, { jwt = "", jar = {} as Record<string, string> } = {}) {
  const calls: Call[] = []
  const kept = new Map(Object.entries(jar))
  const fetch = async (path: string, init: Call["init"]) => {
    calls.push({ path, init })
    const answer = answers[path]
    if (!answer) throw refused(404)
    return answer({ path, init })
  }
  const complete = (id: string) => fetch(`complete ${id}`, {})
  const known: Record<string, unknown> = {
    "server-only": {},
    "@lib/config": { sdk: { client: { fetch }, store: { cart: { complete } } } },
    "@lib/data/cookies": {
      getAuthHeaders: () => (jwt ? { authorization: `Bearer ${jwt}` } : {}),
      getCacheTag: (tag: string) => tag,
      getCartId: () => kept.get("cart"),
      removeCartId: () => kept.delete("cart"),
    },
    "next/headers": {
      cookies: () => ({
        get: (name: string) => (kept.has(name) ? { value: kept.get(name) } : undefined),
        set: (name: string, value: string) => kept.set(name, value),
      }),
    },
    "next/navigation": { redirect: leave, RedirectType: { replace: "replace" } },
    "next/cache": { revalidateTag: () => undefined },
  }
  const load = (name: string): Exports => {
    const found = known[name]
    if (found) return found as Exports
    const text = sources.get(name.replace("@lib", "lib").replace(/^\.\//, "lib/onchain/")) ?? ""
    const module: { exports: Exports } = { exports: {} }
    known[name] = module.exports
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    })
    new Function("require", "exports", "module", outputText)(load, module.exports, module)
    return module.exports
  }
  const exported = { ...load("@lib/onchain/server"), ...load("@lib/onchain/actions") }
  const run = (name: string, argument?: unknown) => Promise.resolve(argument).then(exported[name])
  return { calls, kept, run }
}

const link = (token: string) => () => ({ page_link: { token, expires_at: "2030-01-01T00:00:00.000Z" } })
const order = { id: "order_1", shipping_address: { country_code: "US" } }
const placed = () => ({ type: "order", order })
const session = (id: string) => ({ id, provider_id: "pp_onchain_default" })

describe("placing the order", () => {
  it.each([429, 500])(
    "orders nothing when the link is refused with %i: a guest could not pay",
    async (status) => {
      const shop = storefront({
        "/store/onchain/page-links": () => {
          throw refused(status)
        },
        "complete cart_1": placed,
      })
      expect(await shop.run("placeOnchainOrder", "cart_1")).toEqual({
        error: expect.stringContaining("try again"),
      })
      expect(shop.calls.map(({ path }) => path)).toEqual(["/store/onchain/page-links"])
    }
  )

  it("a second click, when the cart is an order already, leads to the same page", async () => {
    const jar = { _onchain_link_cart_1: "tok" }
    const shop = storefront({ "complete cart_1": placed }, { jar })
    await expect(shop.run("placeOnchainOrder", "cart_1")).rejects.toThrow("/onchain/pay/tok")
  })
})

describe("an order that costs more since it was paid", () => {
  const changed = {
    "/store/orders/order_1": () => ({
      order: {
        status: "pending",
        payment_status: "partially_captured",
        payment_collections: [
          { status: "completed", payment_sessions: [session("payses_paid")] },
          { status: "not_paid", payment_sessions: [session("payses_rest")] },
        ],
      },
    }),
    "/store/onchain/payments/payses_rest": () => ({ payment: { status: "choose", received_amount: null } }),
    "/store/onchain/payments/payses_paid": () => ({ payment: { status: "paid", received_amount: "17" } }),
    "/store/onchain/page-links": ({ init }: Call) => link((init.body as { session_id: string }).session_id)(),
  }

  it("shows what is still to be paid, and leads its customer there", async () => {
    const shop = storefront(changed, { jwt: "jwt" })
    expect(await shop.run("retrieveOnchainState", "order_1")).toMatchObject({
      status: "choose",
      isPaid: false,
    })
    expect(await shop.run("findPageUrl", "order_1")).toMatch(/\/onchain\/pay\/payses_rest$/)
  })
})

it("an id from the address cannot name another route of the store", async () => {
  const shop = storefront({})
  expect(await shop.run("retrieveOnchainState", "order_1/../../customers/me")).toBeNull()
  expect(shop.calls.map(({ path }) => path)).toEqual(["/store/orders/order_1%2F..%2F..%2Fcustomers%2Fme"])
})
