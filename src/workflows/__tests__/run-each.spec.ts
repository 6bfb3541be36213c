import { runEach } from "../run-each"

const part = (done: string[], name: string) => async () => {
  done.push(name)
  if (name.startsWith("bad")) throw new Error(`${name} broke`)
}

test("a part that breaks stops none of the others, and the error names all that broke", async () => {
  const done: string[] = []
  const parts = ["bad one", "good", "bad two"].map((name) => part(done, name))
  await expect(runEach(parts)).rejects.toThrow("bad one broke; bad two broke")
  expect(done).toEqual(["bad one", "good", "bad two"])
})

test("no error when nothing broke", async () => {
  await expect(runEach([part([], "good")])).resolves.toBeUndefined()
})
