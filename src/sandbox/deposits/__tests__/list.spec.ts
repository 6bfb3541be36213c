import { openShop } from "./shop"

async function withDeposits(count: number) {
  const shop = openShop()
  const toAddress = await shop.ensure(await shop.customer())
  const ids: string[] = []
  while (ids.length < count) ids.push((await shop.send({ toAddress, amount: "5" })).depositId ?? "")
  return { ...shop, ids, path: `${shop.root}/deposits` }
}
const idsOf = (rows: unknown) => (rows as { depositId: string }[]).map(({ depositId }) => depositId)

describe("the list of deposits", () => {
  it("keeps its place while deposits leave the filter between two pages", async () => {
    const { get, path, ids, accept } = await withDeposits(25)
    const review = `${path}?status=review_required`
    const first = (await get(review)).body
    const read = idsOf(first["data"])
    for (const id of read) await accept(id)
    const second = (await get(`${review}&cursor=${first["nextCursor"]}`)).body
    expect([...read, ...idsOf(second["data"])]).toEqual(ids.reverse())
  })
})
