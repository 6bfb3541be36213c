import { ProcessWatch } from "../../src/modules/onchain/work/shared-status"
import { describeOnchainModule } from "./onchain-module"

describeOnchainModule(({ knex }) => {
  const watch = () =>
    new ProcessWatch(knex, (error) => {
      throw error
    })
  const ageAll = (by: string) =>
    knex("onchain_signal").update({ seen_at: knex.raw(`seen_at - interval '${by}'`) })
  const ids = async () => (await knex("onchain_signal").select("id")).map(({ id }) => String(id))

  // The module of the test is alive too.
  beforeEach(async () => void (await knex("onchain_signal").delete()))

  test("two processes see each other, until one stops in order", async () => {
    const [first, second] = [watch(), watch()]
    await first.start()
    expect(await first.countOthers()).toBe(0)
    await second.start()
    expect(await first.countOthers()).toBe(1)
    expect(await ids()).toHaveLength(2)
    await second.stop()
    expect(await first.countOthers()).toBe(0)
    await first.stop()
    expect(await ids()).toEqual([])
  })

  test("a killed process does not count beside its replacement", async () => {
    const [killed, next] = [watch(), watch()]
    await killed.start()
    await next.start()
    expect(await next.countOthers()).toBe(0)
    await knex("onchain_signal").update({ seen_at: knex.fn.now() })
    expect(await next.countOthers()).toBe(1)
    await ageAll("121 seconds")
    expect(await next.countOthers()).toBe(0)
    await ageAll("1 hour")
    const later = watch()
    await later.start()
    expect(await ids()).toHaveLength(1)
    await Promise.all([killed.stop(), next.stop(), later.stop()])
  })
})
