import CoreData
import SwiftUI
import UIKit

/// An app that keeps nights with samples in Core Data.
@main class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = NightViewController()
    window?.makeKeyAndVisible()
    return true
  }
}

/// Shows the samples of the last night.
class NightViewController: UIViewController {
  private let container = NSPersistentContainer(name: "Nights")
  private let label = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    container.loadPersistentStores { _, error in
      if let error { fatalError("\(error)") }
    }
    view.addSubview(label)
    for (title, action) in [
      ("Add", #selector(add)), ("Save", #selector(save)), ("Remove first", #selector(removeFirst)),
      ("Count", #selector(count)),
    ] {
      let button = UIButton(type: .system)
      button.setTitle(title, for: .normal)
      button.addTarget(self, action: action, for: .touchUpInside)
      view.addSubview(button)
    }
    let samples = UIHostingController(
      rootView: SamplesView().environment(\.managedObjectContext, container.viewContext))
    addChild(samples)
    view.addSubview(samples.view)
    samples.didMove(toParent: self)
    show()
  }

  private var night: Night {
    let request: NSFetchRequest<Night> = Night.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Night.begin, ascending: false)]
    request.fetchLimit = 1
    if let last = try? container.viewContext.fetch(request).first { return last }
    let night = Night(context: container.viewContext)
    night.begin = Date()
    night.name = "the first"
    return night
  }

  @objc private func add() {
    let sample = Sample(context: container.viewContext)
    sample.number = Int64(night.samples?.count ?? 0) + 1
    sample.value = Double(sample.number) / 2
    night.addToSamples(sample)
    show()
  }

  @objc private func removeFirst() {
    night.removeFromSamples(at: 0)
    show()
  }

  /// Counts the samples of the night with a large value, by paths of two names.
  @objc private func count() {
    let request = NSFetchRequest<Sample>(entityName: "Sample")
    request.predicate = NSPredicate(
      format: "%K == %@ AND %K > 0.6", NSExpression(forKeyPath: \Sample.night?.name).keyPath,
      "the first", #keyPath(Sample.value))
    request.sortDescriptors = [
      NSSortDescriptor(keyPath: \Sample.value, ascending: false),
      NSSortDescriptor(keyPath: \Sample.number, ascending: false),
    ]
    let numbers = (try? container.viewContext.fetch(request))?.map(\.number)
    label.text = "large: \(numbers ?? [])"
  }

  @objc private func save() {
    do {
      try container.viewContext.save()
      label.text = "saved"
    } catch {
      label.text = "\(error)"
    }
  }

  private func show() {
    let samples = night.samples?.array as? [Sample] ?? []
    let numbers = samples.map { "\($0.number) (\($0.quality ?? 0))" }
    label.text = "\(night.name ?? ""): \(numbers.joined(separator: ", "))"
  }
}
