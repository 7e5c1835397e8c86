import Testing
import YobanSimulatedOS

/// The codes with which a crash report explains a termination (L10).
@Suite struct TerminationCodeTests {
  static let codes: [(TerminationCode, String)] = [
    (.watchdog, "0x8badf00d"), (.fileLock, "0xdead10cc"), (.backgroundTask, "0x2182bad2"),
    (.backgroundTransfer, "0x2182bad3"), (.backgroundFetch, "0x2182bad4"),
    (.noIncomingCall, "0xbaadca11"), (.resumedTooOften, "0xbad22222"),
    (.resourceAbuse, "0xd00d2bad"), (.thermal, "0xc00010ff"), (.cachePurge, "0xbaddd15c"),
    (.watchProcessor, "0xc51bad01"), (.watchOutOfTime, "0xc51bad02"),
    (.watchOutOfTimeBusy, "0xc51bad03"),
  ]

  @Test(arguments: codes)
  func `each code is printed as in crash reports (L10)`(_ code: TerminationCode, _ text: String) {
    #expect(code.hexadecimal == text)
    #expect(TerminationReason.killed(code, "why").description == "\(text): why")
  }

  @Test func `no code is missing from the table (L10)`() {
    #expect(Set(Self.codes.map(\.0)) == Set(TerminationCode.allCases))
  }

  @Test func `the watchdog's code is 0x8badf00d (L9, BG4)`() {
    #expect(TerminationReason.watchdog("late") == .killed(.watchdog, "late"))
  }
}
