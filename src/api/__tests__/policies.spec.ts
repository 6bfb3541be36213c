import { onchainPolicyRoutes } from "../admin/onchain/policies"
import { listAdminRoutes } from "./admin-routes"

const needed = onchainPolicyRoutes.map(({ methods, matcher }) => `${methods?.join()} ${String(matcher)}`)

test("every admin route takes a permission", () => {
  const routes = listAdminRoutes().map(({ method, path }) => `${method} ${path}`)
  expect(routes.length).toBeGreaterThan(10)
  expect(routes.filter((route) => !needed.includes(route))).toEqual([])
})

const operationsOf = ({ policies }: (typeof onchainPolicyRoutes)[number]) =>
  [policies ?? []].flat().map(({ operation }) => operation)

test("reading takes a permission to read and no other", () => {
  const reading = onchainPolicyRoutes.filter(({ methods }) => methods?.[0] === "GET")
  for (const route of reading) expect(operationsOf(route)).toEqual(["read"])
})

/** Each says what it takes beyond the permission to read its subject. */
const SEVERAL: Readonly<Record<string, readonly string[]>> = {
  // An approved address is a destination.
  "/admin/onchain/refunds/:id/address-requests/:request_id/approve": [
    "onchain_destination:approve",
    "onchain_refund:pay",
    "onchain_refund:read",
  ],
  // It shows nothing of what it erases.
  "/admin/onchain/customers/:id/erase": ["onchain_customer:delete"],
  // It makes a refund in Medusa.
  "/admin/onchain/orders/:id/refunds": ["refund:create", "onchain_refund:pay", "onchain_refund:read"],
}

test.each(Object.entries(SEVERAL))("%s takes the permissions of what it writes", (path, permissions) => {
  const [route] = onchainPolicyRoutes.filter(({ matcher }) => matcher === path)
  const taken = [route?.policies ?? []].flat().map(({ resource, operation }) => `${resource}:${operation}`)
  expect(taken).toEqual(permissions)
})

test("everything else takes one to do it beside the one to read, as it answers with what it was about; asking the service only reads", () => {
  const doing = onchainPolicyRoutes.filter(
    ({ methods, matcher }) => methods?.[0] !== "GET" && !Object.hasOwn(SEVERAL, String(matcher))
  )
  expect(doing.length).toBeGreaterThan(5)
  const odd = doing.filter((route) => {
    const [first, ...others] = operationsOf(route)
    return first === "read" || others.join() !== "read"
  })
  expect(odd.map(({ matcher }) => matcher)).toEqual([
    "/admin/onchain/payments/:id/check",
    "/admin/onchain/deposits/sync",
    // The permission of the action is in the body.
    "/admin/onchain/deposits/bulk",
    "/admin/onchain/withdrawals/:id/check",
    "/admin/onchain/transactions/sync",
  ])
  for (const { policies } of doing)
    expect(new Set([policies ?? []].flat().map(({ resource }) => resource)).size).toBe(1)
})
