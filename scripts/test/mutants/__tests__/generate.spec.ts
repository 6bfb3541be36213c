import { generateMutants } from "../generate"

const changesOf = (text: string) => generateMutants("file.ts", text, 0).mutants.map(({ change }) => change)

describe("the mistakes of a file", () => {
  it.each([
    ["a < b", ["a [-<-]{+<=+} b", "a [-<-]{+>=+} b"]],
    ["a && b", ["[-a && b-]{+a+}", "[-a && b-]{+b+}"]],
    ["a + 10n", ["a [-+-]{+-+} 10n", "a + [-10n-]{+11n+}"]],
    ["!isPaid", ["[-!isPaid-]{+isPaid+}"]],
    ['"paid"', ['[-"paid"-]{+""+}']],
    ["rows.filter(isOpen)", ["[-rows.filter(isOpen)-]{+rows+}"]],
    ["rows.some(isOpen)", ["rows.[-some-]{+every+}(isOpen)"]],
    ["{ a, b }", ["[-{ a, b }-]{+{}+}"]],
  ])("of %s", (expression, changes) => {
    const found = changesOf(`const x = ${expression}`).map((change) => change.replace("const x = ", ""))
    expect(found).toEqual(changes)
  })

  it("of statements: a condition is always true or false, a result is dropped, a call is left out", () => {
    expect(changesOf("function f() {\n  if (isOpen) return a\n  log()\n}")).toEqual([
      "if ([-isOpen-]{+true+}) return a",
      "if ([-isOpen-]{+false+}) return a",
      "if (isOpen) return [-a-]{+undefined+}",
      "[-log()-]{+;+}",
    ])
  })

  it("are none in types and imports", () => {
    expect(changesOf('import { a } from "./a"\ntype A = "paid" | { b: true }\nlet x: "open"')).toEqual([])
  })

  it("are made in the text where their range says so", () => {
    const text = "const f = (a: bigint) => a - 1n"
    const [first] = generateMutants("file.ts", text, 0).mutants
    expect(text.slice(first?.start, first?.end)).toBe("a - 1n")
  })
})

describe("the probes of a file", () => {
  it("note each block, each short function and the loading of the file", () => {
    const { probed, blocks } = generateMutants("file.ts", "function f() { return () => 1 }", 7)
    expect(probed).toBe("__reach(7);function f() {__reach(8); return () => (__reach(9),1) }")
    expect(blocks).toBe(10)
  })
})
