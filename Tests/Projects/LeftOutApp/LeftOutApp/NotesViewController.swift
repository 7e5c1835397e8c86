import LedgerKit
import SceneKit
import UIKit

class NotesViewController: UIViewController, SCNSceneRendererDelegate {
  private let scene = SCNView()
  private let ledger: Ledger = Ledger.open(name: "notes")
  private let countLabel = UILabel()
  private var count = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    let greeting = UILabel()
    greeting.text = UserDefaults.standard.string(forKey: "greeting")
    greeting.layer.shadowOpacity = 0.5
    view.addSubview(greeting)
    view.addSubview(countLabel)
    addButton("Count", #selector(countUp))
    addButton("Save", #selector(save))
    addButton("Export", #selector(export))
    scene.delegate = self
    scene.allowsCameraControl = true
    scene.isPlaying = false
  }

  private func addButton(_ title: String, _ action: Selector) {
    let button = UIButton(type: .system)
    button.setTitle(title, for: .normal)
    button.addTarget(self, action: action, for: .touchUpInside)
    view.addSubview(button)
  }

  @objc private func countUp() {
    count += 1
    countLabel.text = "\(count) notes"
    scene.play(nil)
  }

  @objc private func save() {
    ledger.append("note \(count)")
    print("saved \(count)")
  }

  @objc private func export() {
    let all = ledger.notes()
    print("exported \(all.count)")
  }

  func renderer(_ renderer: SCNSceneRenderer, updateAtTime time: TimeInterval) {
    count += renderer.overlaySKScene.children.count
  }
}
