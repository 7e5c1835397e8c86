import Testing

@testable import CollectorImports

@Suite struct OwnTracksTests {
  let parser = OwnTracksParser()

  @Test func `a location becomes one row with the units of the documentation`() throws {
    let batch = try parser.parse(ForeignFormat.ownTracks.example)
    #expect(
      batch.lines == [
        "owntracks.location: lat[deg] lon[deg] alt[m] acc[m] vac[m] vel[km/h] cog[deg] p[kPa] "
          + "batt[%] bs created_at[s]",
        "1636898803000000000 42.629982 -0.327211 860.0 4.0 4.0 51.0 9.0 91.411 42.0 1.0 "
          + "1636898804.0",
      ])
    #expect(batch.counts == [0, 0, 0, 0])
  }

  @Test func `a text is a time if it is a number, and never a value`() throws {
    let batch = try parser.parse(
      #"{"_type":"location","tst":"1380738247","lat":"1.5","lon":2,"tid":"6"}"#)
    #expect(batch.lines == ["owntracks.location: lon[deg]", "1380738247000000000 2.0"])
    // Where the documentation has a text, as for tid, a text is not malformed.
    #expect(batch.counts == [0, 0, 1, 0])
  }

  @Test func `transitions, steps and beacons have streams of their own`() throws {
    let batch = try parser.parse(
      """
      [{"_type":"transition","wtst":1,"lat":2,"lon":3,"tst":4,"acc":5,"event":"enter"},
      {"_type":"steps","tst":6,"steps":7,"from":8,"to":9},
      {"_type":"beacon","uuid":"CA27-1","major":1,"minor":2,"tst":10,"acc":0.5,"rssi":-70,"prox":1}]
      """)
    #expect(
      batch.lines == [
        "owntracks.beacon.CA27-1.1.2: rssi[dB] acc[m] prox", "10000000000 -70.0 0.5 1.0",
        "owntracks.steps: steps from[s] to[s]", "6000000000 7.0 8.0 9.0",
        "owntracks.transition: lat[deg] lon[deg] acc[m] wtst[s]", "4000000000 2.0 3.0 5.0 1.0",
      ])
  }

  @Test(
    arguments: [
      "waypoint", "waypoints", "lwt", "card", "cmd", "status", "configuration", "dump", "encrypted",
      "a type of the future",
    ])
  func `a message of another type is accepted and counted`(type: String) throws {
    let batch = try parser.parse(#"{"_type":"\#(type)","tst":1,"lat":2,"lon":3}"#)
    #expect(batch.lines == [])
    #expect(batch.counts == [1, 0, 0, 0])
  }

  @Test(arguments: ["", " \n", "[]"])
  func `an empty body is accepted, because Android sends one for a removed contact`(
    body: String
  ) throws {
    #expect(try parser.parse(body).lines == [])
  }

  @Test(
    arguments: [
      #"{"_type":"location","lat":1,"lon":2}"#, #"{"_type":"location","tst":null,"lat":1}"#,
      #"{"_type":"location","tst":1e400,"lat":1}"#,
      #"{"_type":"location","tst":9223372037,"lat":1}"#,
      #"{"_type":"location","tst":true,"lat":1}"#,
      #"{"_type":"location","tst":"","lat":1}"#, #"{"_type":"location","tst":{},"lat":1}"#,
    ])
  func `a location without a usable time is accepted and counted`(body: String) throws {
    let batch = try parser.parse(body)
    #expect(batch.lines == [])
    #expect(batch.counts == [0, 1, 0, 0])
  }
}
