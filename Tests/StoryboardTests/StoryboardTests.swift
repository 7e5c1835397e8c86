import Testing
import UIKit
import YobanTesting

@Suite(.world()) struct StoryboardTests {
  private func phone() throws -> Phone { try World.current.addPhone(iOS: 17) }

  private func install(_ storyboard: String = "Main", on phone: Phone) throws -> InstalledApp {
    try phone.install(
      .delegate(StoryboardDelegate.self),
      infoPlist: InfoPlist([
        "UIApplicationSceneManifest": [
          "UISceneConfigurations": [
            "UIWindowSceneSessionRoleApplication": [
              [
                "UISceneDelegateClassName": "StoryboardTests.StoryboardSceneDelegate",
                "UISceneStoryboardFile": storyboard,
              ]
            ]
          ]
        ]
      ]))
  }

  @Test func `a scene has its initial controller before it connects, and loads its view after`()
    async throws
  {
    let phone = try phone()
    let app = try install(on: phone)
    await phone.open(app)
    try await World.current.pass(.seconds(1))
    #expect(
      app.log.texts == [
        "didFinishLaunching, window: false", "awake, outlets: false", "willConnect, loaded: false",
        "viewDidLoad, Idle, 7, Scan More", "viewWillAppear", "didBecomeActive", "viewDidAppear",
      ])
  }

  @Test func `an app without scenes has the window before it has finished launching`() async throws
  {
    let phone = try phone()
    let app = try phone.install(
      .delegate(StoryboardDelegate.self), infoPlist: InfoPlist(["UIMainStoryboardFile": "Main"]))
    await phone.open(app)
    try await World.current.pass(.seconds(1))
    #expect(
      app.log.texts == [
        "awake, outlets: false", "didFinishLaunching, window: true",
        "viewDidLoad, Idle, 7, Scan More", "viewWillAppear", "viewDidAppear",
      ])
  }

  @Test func `a touch calls the action of the storyboard, in every launch`() async throws {
    let phone = try phone()
    let app = try install(on: phone)
    for launch in 1...2 {
      await phone.open(app)
      try await phone.tap("Scan")
      try await phone.tap("fast")
      try await phone.type("Ada", into: "Name")
      #expect(app.log.lines(containing: "scan from Scan").count == launch)
      #expect(app.log.lines(containing: "fast: false").count == launch)
      #expect(app.log.lines(containing: "named Ada").count == launch)
      phone.jetsam(app)
    }
  }

  @Test func `a segue shows the next screen, and back returns`() async throws {
    let phone = try phone()
    let app = try install(on: phone)
    await phone.open(app)
    try await phone.tap("More")
    #expect(app.log.texts.suffix(2) == ["viewWillDisappear", "detail more"])
    try await phone.tap("Back")
    try await World.current.pass(.seconds(1))
    #expect(app.log.texts.suffix(2) == ["viewWillAppear", "viewDidAppear"])
    try await phone.tap("add")
    #expect(app.log.contains("detail toDetail"))
  }

  @Test func `a touch on what is not there lists what is on the screen`() async throws {
    let phone = try phone()
    let app = try install(on: phone)
    await phone.open(app)
    let screen =
      #"bar button "add", button "Scan", button "More", button "Off" (disabled), switch "fast", text field "Name"."#
    let missing = await #expect(throws: TouchError.self) { try await phone.tap("Stop") }
    #expect(
      missing?.description
        == #"There is nothing with the title or the accessibility identifier "Stop" on the screen. There is: \#(screen)"#
    )
    let disabled = await #expect(throws: TouchError.self) { try await phone.tap("Off") }
    #expect(disabled?.description == #""Off" is disabled. There is: \#(screen)"#)
    await phone.goHome()
    let background = await #expect(throws: TouchError.self) { try await phone.tap("Scan") }
    #expect(background?.description.contains("Open it with `await phone.open(app)`") == true)
  }

  @Test func `a storyboard that does not exist ends the app with a message`() async throws {
    let phone = try phone()
    let app = try install("Other", on: phone)
    await phone.open(app)
    guard case .crash(let reason)? = app.terminations.first else {
      Issue.record("the app has not ended")
      return
    }
    #expect(reason.contains("Could not find a storyboard named 'Other'"))
  }
}
