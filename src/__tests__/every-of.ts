type Names<Line extends string> = Line extends `${infer One} ${infer Others}` ? One | Names<Others> : Line

/** Every member of a type, in lines of names: one that is missing, or none of them, does not compile. */
export const everyOf =
  <T extends string>() =>
  <const Line extends string>(
    ...lines: (Line & ([T] extends [Names<Line>] ? ([Names<Line>] extends [T] ? string : never) : never))[]
  ): string[] =>
    lines.flatMap((line) => line.split(" "))
