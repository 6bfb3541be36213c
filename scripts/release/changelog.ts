/**
 * Turns the section of unreleased changes into that of a version, and opens a new one.
 *
 * Repeated for a version that is there already it changes nothing, so that a publication that failed can be tried again.
 *
 * @param date of the release, such as `2026-11-26`
 * @throws Error when there is nothing to release, or when changes came after the version
 */
export function cutRelease(changelog: string, version: string, date: string): string {
  const heading = /^## \[Unreleased\]\n/m.exec(changelog)
  if (!heading) throw new Error('CHANGELOG.md has no section "## [Unreleased]".')
  const rest = changelog.slice(heading.index + heading[0].length)
  const [unreleased = ""] = rest.split(/^## \[/m)
  const isCut = rest.includes(`\n## [${version}]`)
  const isEmpty = unreleased.trim() === ""
  if (isCut && isEmpty) return changelog
  if (isCut)
    throw new Error(
      `CHANGELOG.md has changes after ${version}: raise the version with npm version --no-git-tag-version.`
    )
  if (isEmpty) throw new Error("CHANGELOG.md names no change since the last release.")
  return `${changelog.slice(0, heading.index)}${heading[0]}\n## [${version}] - ${date}\n${rest}`
}
