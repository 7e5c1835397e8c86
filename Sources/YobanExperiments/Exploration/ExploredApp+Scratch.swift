import UIKit
import YobanSimulatedOS
import YobanVirtualTime

extension ExploredApp {
  /// The app of experiment E2. The user opens it and goes home; the Bean is switched off for a while.
  static let scratch = ExploredApp(
    name: "scratch",
    words:
      "The app of E2 keeps a Bean connected: a Bean in range is connected within 5 minutes, and what the app has written is in the Bean."
  ) { explored in
    let world = explored.world
    let phone = try world.addPhone("phone", .iPhone(iOS: 17))
    let app = try phone.install(.scratch("YobanScratchApp.AppDelegate"))
    phone.bluetooth.setAuthorization(.allowedAlways, for: app)
    let bean = try world.addBean()
    bean.switchOn()
    explored.eventually(within: .seconds(300), "a Bean in range is connected") {
      bean.isConnected || !isExpected(bean, by: app, on: phone)
    }
    explored.always("what the app has written is in the Bean") {
      !app.printed.contains("scratch written") || bean.value(of: beanScratch) == Data([1, 2])
    }
    explored.sometimes("the Bean is connected while the app is suspended") {
      bean.isConnected && app.state == .suspended
    }
    await phone.open(app)
    try await Task.sleep(for: .seconds(20))
    await phone.goHome()
    try await Task.sleep(for: .seconds(120))
    bean.switchOff()
    try await Task.sleep(for: .seconds(600))
    bean.switchOn()
    try await Task.sleep(for: .seconds(600))
  }
}
