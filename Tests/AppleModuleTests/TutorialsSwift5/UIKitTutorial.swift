import UIKit

// Code in the style of Swift 5 tutorials. It must compile here as it does for iOS.

public class ClassicAppDelegate: UIResponder, UIApplicationDelegate {
  public var window: UIWindow?
  var backgroundTask: UIBackgroundTaskIdentifier = .invalid
  private var observers: [NSObjectProtocol] = []

  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    if launchOptions?[.location] != nil { print("launched for a location") }
    if let centrals = launchOptions?[UIApplication.LaunchOptionsKey.bluetoothCentrals] as? [String]
    {
      print(centrals)
    }
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = ClassicViewController(text: "hello")
    window?.makeKeyAndVisible()

    let center = NotificationCenter.default
    observers.append(
      center.addObserver(
        forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: .main
      ) { [weak self] _ in
        self?.beginTask()
      })
    UIDevice.current.isBatteryMonitoringEnabled = true
    observers.append(
      center.addObserver(
        forName: UIDevice.batteryLevelDidChangeNotification, object: UIDevice.current, queue: nil
      ) { notification in
        guard let device = notification.object as? UIDevice else { return }
        print("battery", Int(device.batteryLevel * 100))
      })
    print(
      UIDevice.current.identifierForVendor?.uuidString ?? "none", UIDevice.current.systemVersion)
    return true
  }

  private func beginTask() {
    backgroundTask = UIApplication.shared.beginBackgroundTask(withName: "save") {
      UIApplication.shared.endBackgroundTask(self.backgroundTask)
      self.backgroundTask = .invalid
    }
    DispatchQueue.global(qos: .background).async {
      self.save()
      DispatchQueue.main.async {
        print("remaining", UIApplication.shared.backgroundTimeRemaining < 31)
        UIApplication.shared.endBackgroundTask(self.backgroundTask)
        self.backgroundTask = .invalid
      }
    }
  }

  private func save() {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first!
    let file = folder.appendingPathComponent("state.json")
    do {
      let data = try JSONSerialization.data(withJSONObject: ["saved": true])
      try data.write(to: file, options: .atomic)
      print("saved")
    } catch {
      print("not saved: \(error.localizedDescription)")
    }
  }

  public func applicationWillResignActive(_ application: UIApplication) {
    switch application.applicationState {
    case .active: print("active")
    case .inactive: print("inactive")
    case .background: print("background")
    @unknown default: print("unknown")
    }
  }

  public func applicationDidEnterBackground(_ application: UIApplication) {
    UserDefaults.standard.set(Date(), forKey: "left")
  }

  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    Transfers.shared.backgroundCompletionHandler = completionHandler
  }

  public func applicationWillTerminate(_ application: UIApplication) { print("will terminate") }
}

class ClassicViewController: UIViewController {
  private let label = UILabel()
  private let text: String
  private var timer: Timer?

  init(text: String) {
    self.text = text
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func loadView() { view = StatusView(frame: UIScreen.main.bounds) }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Status"
    label.text = text
    view.addSubview(label)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
      self?.label.text = "\(Date())"
    }
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    timer?.invalidate()
  }
}

class StatusView: UIView {
  override init(frame: CGRect) { super.init(frame: frame) }
  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}
