import { errorOf } from "../../__tests__/in-process"
import { openShop } from "../../deposits/__tests__/shop"

describe("customers", () => {
  it.each([
    ["no reference", {}, "externalRef"],
    ["an empty reference", { externalRef: "" }, "externalRef"],
    ["a field the service does not know", { externalRef: "ada", email: "a@b.c" }, "email"],
  ])("refuse %s, naming the field", async (_, body, field) => {
    const { post, root } = openShop()
    const answer = await post(`${root}/customers`, body)
    expect(errorOf(answer)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: [field] })
  })

  it("that do not exist are not found", async () => {
    const { get, post, root } = openShop()
    expect((await get(`${root}/customers/nobody`)).status).toBe(404)
    expect((await post(`${root}/customers/nobody/addresses/ensure`, { chain: "sol" })).status).toBe(404)
  })
})
