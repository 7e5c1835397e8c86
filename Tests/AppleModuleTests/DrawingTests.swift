import Foundation
import Testing
import UIKit
import YobanFoundation
import YobanTesting

/// Tests names that only draw.
@Suite struct DrawingTests {
  @MainActor final class Page: UIViewController {
    let card = UIView()
    let label = UILabel()
    let count = UILabel()
    var taps = 0

    override func viewDidLoad() {
      label.text = "Card"
      card.addSubview(label)
      card.layer.cornerRadius = 8
      card.layer.addSublayer(CAGradientLayer())
      view.addSubview(card)
      view.addSubview(count)
      let tap = UITapGestureRecognizer(
        target: self,
        action: Selector("tapped:") { (page: Page, _: SelectorArguments) in page.tapped() })
      card.addGestureRecognizer(tap)
    }

    func tapped() {
      taps += 1
      count.attributedText = NSAttributedString(
        string: "\(taps) taps", attributes: [.foregroundColor: UIColor.red])
    }
  }

  private func open() async throws -> (fixture: WorldFixture, phone: Phone, app: InstalledApp) {
    let fixture = try await startApp(
      AppFixture { _ in
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = Page()
        window.makeKeyAndVisible()
        Kept.of("window", window)
      })
    await fixture.phone.open(fixture.app)
    return (fixture, fixture.phone, fixture.app)
  }

  @Test(.world()) func `a tap on a text in a view performs the view's tap gesture`() async throws {
    let (_, phone, app) = try await open()
    try await phone.tap("Card")
    try await phone.tap("Card")
    #expect(try await app.texts == ["Card", "2 taps"])
  }

  @Test(.world())
  func `the completion of an animation runs after its time, and at once in the background`()
    async throws
  {
    let (fixture, phone, app) = try await open()
    await fixture.touch {
      let start = CACurrentMediaTime()
      UIView.animate(withDuration: 2, delay: 1, animations: { print("moved") }) { _ in
        print("done after \(Int((CACurrentMediaTime() - start).rounded())) s")
      }
    }
    try await fixture.world.pass(.seconds(5))
    #expect(app.log.lines(containing: "done after 3 s").count == 1)
    await phone.goHome()
    await fixture.touch {
      UIView.animate(withDuration: 2, animations: {}) { _ in print("at once") }
    }
    try await fixture.world.pass(.milliseconds(100))
    #expect(app.log.contains("at once"))
  }

  @Test(.world()) func `names that only draw keep what the app gives them`() async throws {
    let fixture = try await startApp(
      AppFixture { application in
        UILabel.appearance().textColor = .red
        UIView.appearance().tintColor = .blue
        print(UILabel.appearance().textColor == .red, UILabel().textColor == .red)
        print(UILabel.appearance() === UIView.appearance())
        let constraints = NSLayoutConstraint.constraints(
          withVisualFormat: "H:|-[a]-|", metrics: nil, views: ["a": UIView()])
        print(constraints.count, UIDevice.current.orientation.isPortrait)
        let view = UIImageView(frame: .zero)
        view.startAnimating()
        print(view.isAnimating)
        view.animationImages = [UIImage()]
        view.startAnimating()
        print(view.isAnimating)
        view.setValue(UIColor.red, forKey: "anyColor")
        print(view.value(forKey: "anyColor") == nil)
        let rect = NSValue(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4))
        print(rect.cgRectValue == CGRect(x: 1, y: 2, width: 3, height: 4))
        print(
          UINavigationController(navigationBarClass: nil, toolbarClass: nil).viewControllers.count)
      })
    #expect(
      fixture.app.log.texts == [
        "true false", "false", "0 true", "false", "true", "true", "true", "0",
      ])
  }

  @Test func `an affine map is applied from left to right`() {
    let map = CGAffineTransform(translationX: 2, y: 3).concatenating(
      CGAffineTransform(scaleX: 10, y: 10))
    #expect((map.tx, map.ty) == (20, 30))
    #expect(CGAffineTransform(scaleX: 10, y: 10).translatedBy(x: 2, y: 3) == map)
    #expect(CGAffineTransform.identity.isIdentity)
  }

  @Test func `a value that is associated with an object lives as long as the object`() {
    final class Owner {}
    nonisolated(unsafe) var key = 0
    weak var value: NSObject?
    do {
      let owner = Owner()
      let object = NSObject()
      value = object
      objc_setAssociatedObject(owner, &key, object, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      #expect(objc_getAssociatedObject(owner, &key) as? NSObject === object)
      #expect(objc_getAssociatedObject(Owner(), &key) == nil)
      objc_setAssociatedObject(owner, &key, nil, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      #expect(objc_getAssociatedObject(owner, &key) == nil)
    }
    #expect(value == nil)
  }

  @Test(.world()) func `the app's bundle has its resources`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "resources-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("hello".utf8).write(to: folder.appending(path: "greeting.txt"))
    let list = folder.appending(path: "Resources.json")
    try Data(#"{"greeting.txt": "greeting.txt", "Model.momd": ""}"#.utf8).write(to: list)
    let phone = try World.current.addPhone(iOS: 17)
    let app = try phone.install(
      .making {
        ScriptedDelegate(
          AppFixture { _ in
            let text = Bundle.main.url(forResource: "greeting", withExtension: "txt").flatMap {
              try? String(contentsOf: $0, encoding: .utf8)
            }
            print(
              text ?? "nothing", Bundle.main.url(forResource: "Model", withExtension: "momd") != nil
            )
          })
      }, resources: BundleResources(contentsOf: list))
    await phone.open(app)
    #expect(app.log.contains("hello true"))
  }

  @Test(.world()) func `plural texts of the app's bundle are those for many things`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "plural-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let plural: [String: Any] = [
      "records": [
        "NSStringLocalizedFormatKey": "%#@count@",
        "count": [
          "NSStringFormatSpecTypeKey": "NSStringPluralRuleType", "NSStringFormatValueTypeKey": "d",
          "one": "%d record", "other": "%d records",
        ],
      ],
      "nights": [
        "NSStringLocalizedFormatKey": "%1$#@nights@ on %2$#@phones@",
        "nights": ["one": "one night", "other": "%1$d nights"],
        "phones": ["other": "%2$d phones"],
      ],
    ]
    let dictionary = folder.appending(path: "Localizable.stringsdict")
    try PropertyListSerialization.data(fromPropertyList: plural, format: .xml, options: 0)
      .write(to: dictionary)
    let texts = folder.appending(path: "Localizable.strings")
    try Data(#""greeting" = "Good evening"; "records" = "old";"#.utf8).write(to: texts)
    let phone = try World.current.addPhone(iOS: 17)
    let app = try phone.install(
      .making {
        ScriptedDelegate(
          AppFixture { _ in
            print(
              NSLocalizedString("greeting", comment: ""),
              String(format: NSLocalizedString("records", comment: ""), 3),
              String(format: NSLocalizedString("nights", comment: ""), 2, 5))
          })
      },
      resources: BundleResources([
        "en.lproj/Localizable.stringsdict": dictionary, "en.lproj/Localizable.strings": texts,
      ]))
    await phone.open(app)
    #expect(app.log.contains("Good evening 3 records 2 nights on 5 phones"), "\(app.log)")
  }
}
