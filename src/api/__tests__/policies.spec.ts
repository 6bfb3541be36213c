import { ADMIN_PERMISSIONS } from "../../domain/admin-permission"
import { onchainPolicyRoutes } from "../admin/onchain/policies"
import { listAdminRoutes } from "./admin-routes"

const needed = onchainPolicyRoutes.map(({ methods, matcher }) => `${methods?.join()} ${String(matcher)}`)

test("every admin route takes a permission", () => {
  const routes = listAdminRoutes().map(({ method, path }) => `${method} ${path}`)
  expect(routes.length).toBeGreaterThan(10)
  expect(routes.filter((route) => !needed.includes(route))).toEqual([])
})

test("reading takes a permission to read, everything else another one; only a sync of the mirror reads by POST", () => {
  const odd = onchainPolicyRoutes.filter(({ methods, policies }) => {
    const [policy] = [policies ?? []].flat()
    return (methods?.[0] === "GET") !== (policy?.operation === "read")
  })
  expect(odd.map(({ matcher }) => matcher)).toEqual(["/admin/onchain/deposits/sync"])
})

test("permissions are told apart by resource and operation, and each says what it allows", () => {
  const all = Object.values(ADMIN_PERMISSIONS)
  expect(new Set(all.map(({ resource, operation }) => `${resource}:${operation}`)).size).toBe(all.length)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  for (const { resource, description } of all) {
    expect(resource).toMatch(/^onchain_[a-z]+$/)
    expect(description).toMatch(/^[A-Z]/)
  }
})
