/// The facts about background task assertions of UIApplication.
enum BackgroundTaskFacts {
  static let budget = PlatformFact<Duration>(
    "budget of all background tasks", "BG1", "backgroundTasks.budget",
    .since(4, .seconds(600), .measured), .since(7, .seconds(180), .measured),
    .since(13, .seconds(30), .reported))
  static let expirationLead = PlatformFact<Duration>(
    "expiration handlers before its end", "BG3", "backgroundTasks.expirationLead",
    .always(.seconds(5), .measured))
  static let outlivesBudget = PlatformFact<Bool>(
    "an unended task goes on after its handler", "BG4", "backgroundTasks.outlivesBudget",
    .always(false, .documented), .since(7, true, .measured), .since(7.1, false, .measured))
  static let leakLimit = PlatformFact<ClosedRange<Duration>>(
    "a leaked task kills in spite of location updates after", "LOC8", "backgroundTasks.leakLimit",
    .always(.seconds(30 * 60)...(.seconds(60 * 60)), .reported))

  static let rows = PlatformRow.section(
    "Background tasks",
    budget, expirationLead, outlivesBudget, leakLimit)
}
