import { doEach } from "../do-each"

const part = (done: string[], name: string) => async () => {
  done.push(name)
  if (name.startsWith("bad")) throw new Error(`${name} broke`)
}

test("a part that breaks keeps none of the others from being done, and all that broke is told", async () => {
  const done: string[] = []
  const parts = ["bad one", "good", "bad two"].map((name) => part(done, name))
  await expect(doEach(parts)).rejects.toThrow("bad one broke; bad two broke")
  expect(done).toEqual(["bad one", "good", "bad two"])
})

test("nothing is told when nothing broke", async () => {
  await expect(doEach([part([], "good")])).resolves.toBeUndefined()
})
