import { toBase58, toStellarAccount } from "../determinism/encodings"

describe("encodings", () => {
  it("writes base58 like the published vectors", () => {
    const bytes = Buffer.from("00010966776006953d5567439e5e39f86a0d273beed61967f6", "hex")
    expect(toBase58(bytes)).toBe("16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM")
    expect(toBase58(Buffer.alloc(32))).toBe("1".repeat(32))
  })

  it("writes a Stellar account like SEP-23", () => {
    const publicKey = Buffer.from("3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a", "hex")
    expect(toStellarAccount(publicKey)).toBe("GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ")
  })
})
