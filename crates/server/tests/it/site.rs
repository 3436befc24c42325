//! A site that speaks https on this machine, with a certificate that was made for the test.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// The site. It serves for as long as the test runs.
pub(crate) struct Site {
    /// Such as `https://localhost:40000`.
    pub(crate) base: String,
    /// The certificate that whoever connects must trust.
    pub(crate) certificate: PathBuf,
    content: Arc<Content>,
}

/// What is at which path, with the content types, and what was asked for.
#[derive(Default)]
struct Content {
    pages: Mutex<BTreeMap<String, String>>,
    asked: Mutex<Vec<String>>,
}

impl Site {
    /// A site whose key and certificate are kept in this directory.
    pub(crate) async fn start(directory: &Path) -> Self {
        let (key, certificate) = (directory.join("key.pem"), directory.join("certificate.pem"));
        // openssl is on every Debian that has certificates at all.
        let made = Command::new("openssl")
            .args(["req", "-x509", "-nodes", "-days", "2"])
            .args(["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"])
            .args(["-subj", "/CN=localhost"])
            .args(["-addext", "subjectAltName=DNS:localhost"])
            .args(["-addext", "basicConstraints=critical,CA:FALSE"])
            .arg("-keyout")
            .arg(&key)
            .arg("-out")
            .arg(&certificate)
            .output()
            .unwrap();
        assert!(made.status.success(), "{made:?}");
        let chain = CertificateDer::pem_file_iter(&certificate).unwrap();
        let config =
            ServerConfig::builder_with_provider(rustls::crypto::ring::default_provider().into())
                .with_safe_default_protocol_versions()
                .unwrap()
                .with_no_client_auth()
                .with_single_cert(
                    chain.map(Result::unwrap).collect(),
                    PrivateKeyDer::from_pem_file(&key).unwrap(),
                )
                .unwrap();
        let listener = TcpListener::bind("localhost:0").await.unwrap();
        let base = format!(
            "https://localhost:{}",
            listener.local_addr().unwrap().port()
        );
        let content = Arc::<Content>::default();
        let (acceptor, served) = (TlsAcceptor::from(Arc::new(config)), content.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, served) = (acceptor.clone(), served.clone());
                tokio::spawn(async move { served.answer(&acceptor, stream).await });
            }
        });
        Self {
            base,
            certificate,
            content,
        }
    }

    /// What is at a path from now on: the head of the answer after its first line, and its body.
    pub(crate) fn serves(&self, path: &str, status: &str, headers: &str, body: &str) {
        let answer = format!(
            "HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut pages = self.content.pages.lock().unwrap();
        pages.insert(path.to_owned(), answer);
    }

    /// The request lines so far.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.content.asked.lock().unwrap().clone()
    }
}

impl Content {
    async fn answer(&self, acceptor: &TlsAcceptor, stream: TcpStream) -> Option<()> {
        let mut stream = acceptor.accept(stream).await.ok()?;
        let (mut head, mut buffer) = (String::new(), [0; 4096]);
        while !head.contains("\r\n\r\n") {
            let read = stream
                .read(&mut buffer)
                .await
                .ok()
                .filter(|read| *read > 0)?;
            head.push_str(&String::from_utf8_lossy(&buffer[..read]));
        }
        let line = head.lines().next()?.to_owned();
        let path = line.split(' ').nth(1)?.to_owned();
        self.asked.lock().unwrap().push(line);
        let page = self.pages.lock().unwrap().get(&path).cloned();
        let page = page
            .unwrap_or_else(|| "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_owned());
        stream.write_all(page.as_bytes()).await.ok()?;
        stream.shutdown().await.ok()
    }
}
