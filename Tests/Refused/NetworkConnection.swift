// refused: cannot find 'NWConnection' in scope
// Connections are missing: traffic goes through URLSession.
import Network

func connect() {
  _ = NWConnection(host: "example.com", port: 443, using: .tls)
}
