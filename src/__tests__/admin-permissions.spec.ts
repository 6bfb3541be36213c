import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { ADMIN_PERMISSIONS } from "../domain/admin-permission"

const routes = resolve(__dirname, "..", "admin", "routes")
const pages = readdirSync(routes, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith("page.tsx")
)
const known = new Set(
  Object.values(ADMIN_PERMISSIONS).map(({ resource, operation }) => `${resource}:${operation}`)
)

test.each(Object.entries(ADMIN_PERMISSIONS))("%s is shown to who edits a role", (_, permission) => {
  const { resource, operation, name, description } = permission
  expect(resource).toMatch(/^onchain_[a-z]+$/)
  expect(operation).toMatch(/^[a-z]+$/)
  expect(name.replace(/^[A-Z]/, (letter) => letter.toLowerCase())).toMatch(
    new RegExp(`^${operation}Onchain[A-Z][a-z]+$`)
  )
  expect(name).toMatch(/^[A-Z]/)
  expect(description).toMatch(/^[A-Z][a-z]+ /)
})

/** Pages that only lead to another one. */
const REDIRECTS = /redirectTo\(/

describe("the pages of the dashboard", () => {
  it.each(pages)("%s opens with a permission that its data requires", (page) => {
    const source = readFileSync(join(routes, page), "utf8")
    const [, permission] = /breadcrumb\(\s*"[\w.]+",\s*"([\w:]+)"/.exec(source) ?? []
    if (REDIRECTS.test(source)) expect(permission).toBeUndefined()
    else expect(known).toContain(permission)
  })
})
