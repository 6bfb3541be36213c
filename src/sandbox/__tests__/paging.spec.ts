import { errorOf, inProcess } from "./in-process"

it("names no next page where there is no form, and counts none where no field is set", async () => {
  const { createInvoice, get, invoicesPath } = inProcess({ assumptions: { list: { paging: "none" } } })
  for (let n = 0; n < 3; n++) await createInvoice()
  const { body } = await get(`${invoicesPath}?limit=2`)
  expect(Object.keys(body)).toEqual(["data"])
  expect(body["data"]).toHaveLength(2)
})

it.each([
  ["page", "page=0"],
  ["page", "page=one"],
  ["offset", "offset=-1"],
] as const)("paged by %s refuses %s", async (paging, query) => {
  const { get, invoicesPath } = inProcess({ assumptions: { list: { paging } } })
  expect(errorOf(await get(`${invoicesPath}?${query}`))).toMatchObject({ status: 400, fields: [paging] })
})

it("ignores the parameters of other forms", async () => {
  const { createInvoice, get, invoicesPath } = inProcess()
  const id = await createInvoice()
  expect((await get(`${invoicesPath}?page=9&offset=9`)).body).toMatchObject({ data: [{ id }] })
})
