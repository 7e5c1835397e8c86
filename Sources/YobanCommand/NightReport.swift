import Night

enum NightReport {
  static func page(_ run: NightRun, _ summary: NightSummary) -> String { "" }
}
