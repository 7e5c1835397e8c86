import LedgerKit
import MapKit
import UIKit

class NotesViewController: UIViewController, MKMapViewDelegate {
  private let map = MKMapView()
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
    map.delegate = self
    map.showsUserLocation = true
    map.isRotateEnabled = false
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
    map.setCenter(CLLocationCoordinate2D(latitude: 35, longitude: 135), animated: true)
  }

  @objc private func save() {
    ledger.append("note \(count)")
    print("saved \(count)")
  }

  @objc private func export() {
    let all = ledger.notes()
    print("exported \(all.count)")
  }

  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) {
    count += mapView.annotations.count
  }
}
