import { routesIn } from "../../__tests__/store-routes"
import { ADMIN_ACCESS } from "../admin/onchain/access"
import { depositListParams, isBulkRefund } from "../admin/onchain/deposits"
import { adminRoutes } from "../admin/onchain/routes"

const of = (method: "GET" | "POST") => ADMIN_ACCESS.filter((route) => route.method === method)
const shortOf = ({ path }: { path: string }) => path.replace("/admin/onchain", "")

/** Without a permission: each signed-in user may know that payments are not real. */
const OPEN = ["/admin/onchain/environment"]

test("every route has its permissions on the matcher of its handler, and Medusa knows that it exists", () => {
  const files = routesIn("src/api/admin/onchain", "/admin/onchain")
  for (const { method, path, policies } of ADMIN_ACCESS) {
    const [permissions, handler, ...others] = adminRoutes.filter(
      (route) => route.matcher === path && route.methods?.join() === method
    )
    expect({ path, isOpen: policies.length === 0 }).toEqual({ path, isOpen: OPEN.includes(path) })
    expect(permissions?.policies).toEqual(policies)
    expect(handler?.middlewares?.length).toBeGreaterThan(0)
    expect(others).toEqual([])
    const isKnown = files.some(
      (file) => file.method === method && path.split("/").length === file.path.split("/").length
    )
    expect({ path, isKnown }).toEqual({ path, isKnown: true })
  }
  expect(adminRoutes).toHaveLength(2 * ADMIN_ACCESS.length)
})

test("a file says only that there are routes, so that no spelling of a path reaches a handler without its checks", () => {
  const paths = routesIn("src/api/admin/onchain", "/admin/onchain").map(({ path }) =>
    path.split("/").slice(3)
  )
  expect(paths.flat().filter((part) => !part.startsWith(":"))).toEqual([])
})

const operationsOf = ({ policies }: (typeof ADMIN_ACCESS)[number]) =>
  policies.map(({ operation }) => operation)

test("reading takes a permission to read and no other", () => {
  for (const route of of("GET").filter(({ path }) => !OPEN.includes(path)))
    expect(operationsOf(route)).toEqual(["read"])
})

/** Each says what it takes beyond the permission to read its subject. */
const SEVERAL: Readonly<Record<string, readonly string[]>> = {
  // An approved address is a destination.
  "/refunds/:id/address-requests/:request_id/approve": [
    "onchain_destination:approve",
    "onchain_refund:pay",
    "onchain_refund:read",
  ],
  // It applies money to an order.
  "/deposits/:id/apply": ["onchain_deposit:update", "onchain_payment:update", "onchain_deposit:read"],
  // It shows nothing of what it erases.
  "/customers/:id/erase": ["onchain_customer:delete"],
  // It makes a refund in Medusa.
  "/orders/:id/refunds": ["refund:create", "onchain_refund:pay", "onchain_refund:read"],
}

test.each(Object.entries(SEVERAL))("%s takes the permissions of what it writes", (path, permissions) => {
  const route = of("POST").find((one) => shortOf(one) === path)
  const taken = route?.policies.map(({ resource, operation }) => `${resource}:${operation}`)
  expect(taken).toEqual(permissions)
})

test("everything else takes one to do it beside the one to read, as it answers with what it was about; asking the service only reads", () => {
  const doing = of("POST").filter((route) => !Object.hasOwn(SEVERAL, shortOf(route)))
  expect(doing.length).toBeGreaterThan(5)
  const odd = doing.filter((route) => {
    const [first, ...others] = operationsOf(route)
    return first === "read" || others.join() !== "read"
  })
  expect(odd.map(shortOf)).toEqual([
    "/payments/:id/check",
    "/deposits/sync",
    // The permission of the action is in the body.
    "/deposits/bulk",
    "/income/sync",
    "/withdrawals/:id/check",
    "/transactions/sync",
  ])
  for (const { policies } of doing) expect(new Set(policies.map(({ resource }) => resource)).size).toBe(1)
})

/** Give up what was only asked for, or ask the service how it stands. */
const SENDS_NOTHING = [
  ...["/withdrawals/:id/cancel", "/withdrawals/:id/check"],
  // What is proposed by a link pays nothing before it is approved, which is behind the check; declining keeps money in.
  ...["/refunds/:id/address-requests", "/refunds/:id/address-requests/:request_id/decline"],
]

test("whatever moves money out, or says where to, is behind the payout check, and no read is", () => {
  const routes = of("POST").filter((route) =>
    /^\/(destinations|withdrawals|refunds)\b|\/refund$/.test(shortOf(route))
  )
  expect(routes.map(shortOf)).toContain("/deposits/:id/refund")
  expect(
    routes
      .filter(({ payout }) => payout === null)
      .map(shortOf)
      .sort()
  ).toEqual([...SENDS_NOTHING].sort())
  expect(of("GET").filter(({ payout }) => payout !== null)).toEqual([])
})

test.each([
  [{ action: "refund" }, true],
  [{ action: "refund", ids: "none" }, true],
  [{ action: "accept" }, false],
  [{ action: ["refund"] }, false],
  [null, false],
  ["refund", false],
])("several deposits with the body %j are behind the payout check: %s", (body, isGated) => {
  expect(isBulkRefund({ body })).toBe(isGated)
})

test("the list of deposits leaves income out unless it is asked for: income has its own list", () => {
  expect(depositListParams.parse({}).state).not.toContain("income")
  expect(depositListParams.parse({ state: "income" }).state).toEqual(["income"])
})
