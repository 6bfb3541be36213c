import { canBeName } from "../request-guards"

test.each(["payses_01JZ", "", "dlv_1~0123456789abcdef", "dep.a:b", "dep%2Fa", "%C3%A9", "x".repeat(220)])(
  "%j can be a name",
  (part) => expect(canBeName(part)).toBe(true)
)

test.each(["%00", "payses_01%00", "%0A", "a%7Fb", "%C2%85", "%", "%E0%A4%A", "%zz", "x".repeat(221)])(
  "%j can be no name",
  (part) => expect(canBeName(part)).toBe(false)
)
